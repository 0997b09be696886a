//! Makes answers smaller for whoever can read them so: the page and what it asks are text, and a room's devices are wireless.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::request::Answered;

/// Answers shorter than this fit into one packet anyway.
const LEAST_BYTES: usize = 1 << 10;

/// Tells whether the text of an `Accept-Encoding` header allows `gzip`.
pub(super) fn is_taken(header: &str) -> bool {
    header.split(',').any(|offer| {
        let mut parts = offer.split(';').map(str::trim);
        let is_named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let weight = parts.find_map(|part| part.strip_prefix("q="));
        is_named && weight.is_none_or(|weight| weight.parse().is_ok_and(|weight: f32| weight > 0.0))
    })
}

/// Packs the body of an answer, unless that makes it no smaller.
pub(super) fn packed(answered: Answered) -> Answered {
    if answered.body.len() < LEAST_BYTES {
        return answered;
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    match encoder.write_all(&answered.body).and_then(|()| encoder.finish()) {
        Ok(body) if body.len() < answered.body.len() => {
            Answered { is_packed: true, body, ..answered }
        }
        _ => answered,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn only_who_names_gzip_gets_it() {
        for header in ["gzip", "br, GZIP;q=0.5", "gzip, deflate, br, zstd", "deflate ,gzip ; q=1"] {
            assert!(is_taken(header), "{header}");
        }
        for header in ["", "br", "gzip;q=0", "x-gzipped", "gzip;q=lots"] {
            assert!(!is_taken(header), "{header}");
        }
    }

    #[test]
    fn what_is_packed_is_smaller_and_comes_out_as_it_was() {
        let text = "a page of rules, ".repeat(1000);
        let small = packed(Answered::new(200, "text/plain", text.clone()));
        assert!(small.is_packed && small.body.len() < text.len() / 10);
        let mut unpacked = String::new();
        GzDecoder::new(small.body.as_slice()).read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked, text);
        let short = packed(Answered::new(200, "application/json", "null"));
        assert!(!short.is_packed && short.body == b"null");
    }
}
