//! The links between the documents lead somewhere.

use std::fs;
use std::path::Path;

use super::blocks::documents;

/// Returns what the round brackets behind square ones hold, code blocks left out.
fn links(text: &str) -> Vec<String> {
    let (mut found, mut inside) = (Vec::new(), false);
    let mut running = String::new();
    for line in text.lines() {
        inside ^= line.trim().starts_with("```");
        if !inside {
            let plain: Vec<&str> = line.split('`').step_by(2).collect();
            running.push_str(&plain.join(""));
            running.push(' ');
        }
    }
    for (at, _) in running.match_indices("](") {
        let rest = &running[at + 2..];
        if let Some(end) = rest.find(')') {
            found.push(rest[..end].to_owned());
        }
    }
    found
}

/// Returns what a heading is called in a link.
fn anchor(heading: &str) -> String {
    let plain = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = plain.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn has_heading(path: &Path, wanted: &str) -> bool {
    let text = fs::read_to_string(path).unwrap_or_default();
    let mut headings = text.lines().filter(|line| line.starts_with('#'));
    headings.any(|line| anchor(line) == wanted)
}

/// Says what is wrong with a link, if anything is.
fn complaint(page: &Path, link: &str) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let target = if file.is_empty() { page.to_owned() } else { page.parent()?.join(file) };
    if !target.exists() {
        return Some(format!("{}: there is no `{link}`", page.display()));
    }
    let leads = heading.is_empty() || has_heading(&target, heading);
    (!leads).then(|| format!("{}: `{link}` has no such heading", page.display()))
}

#[test]
fn links_lead_somewhere() {
    let wrong: Vec<String> = documents()
        .iter()
        .flat_map(|page| {
            let text = fs::read_to_string(page).expect("a text");
            links(&text).into_iter().filter_map(|link| complaint(page, &link)).collect::<Vec<_>>()
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
