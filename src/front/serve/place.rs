//! Where the page is served: to this machine alone, or to those in its network who know a secret.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use anyhow::{Result, anyhow};

/// The letters of a secret: 32 that nobody confuses when typing them from another screen.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// How many letters a secret has, each of them five bits.
const LENGTH: usize = 16;

/// An address that is set aside for documents. Nothing is ever sent to it.
const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

/// An address to listen at, and the secret that every path has to begin with.
#[derive(Clone, Debug)]
pub struct Place {
    pub(super) address: SocketAddr,
    pub(super) secret: Option<String>,
}

impl Place {
    /// A port of this machine that only this machine reaches; 0 takes any that is free.
    pub fn alone(port: u16) -> Self {
        Self { address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port), secret: None }
    }

    /// A port that the network of this address reaches, with a new secret. Without an address, that by which this machine
    /// reaches other networks is taken.
    ///
    /// # Errors
    /// If this machine is in no network, or has no source of randomness.
    pub fn shared(address: Option<IpAddr>, port: u16) -> Result<Self> {
        let address = match address {
            Some(address) => address,
            None => own_address().ok_or_else(|| {
                anyhow!("this machine seems to be in no network; name one of its addresses, as in `--lan=192.168.1.5`")
            })?,
        };
        Ok(Self { address: SocketAddr::new(address, port), secret: Some(secret()?) })
    }

    /// Returns the address of the page.
    pub(super) fn url(&self) -> String {
        match &self.secret {
            Some(secret) => format!("http://{}/{secret}/", self.address),
            None => format!("http://{}/", self.address),
        }
    }

    /// Takes the secret off a path; `None` if it is not there.
    pub(super) fn inner<'a>(&self, path: &'a str) -> Option<&'a str> {
        let Some(secret) = &self.secret else { return Some(path) };
        let (given, rest) = path.strip_prefix('/')?.split_at_checked(secret.len())?;
        // Every letter is looked at, so that the time taken says nothing about the first wrong one.
        let differing = given.bytes().zip(secret.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
        (differing == 0 && rest.starts_with('/')).then_some(rest)
    }
}

/// Returns the address by which this machine would reach another network. To choose one nothing is sent.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_unspecified() && !address.is_loopback()).then_some(address)
}

fn secret() -> Result<String> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes)
        .map_err(|error| anyhow!("a secret for the address cannot be made: {error}"))?;
    let letter = |byte: &u8| LETTERS.get(usize::from(byte % 32)).copied().map(char::from);
    Ok(bytes.iter().filter_map(letter).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_that_begin_with_the_secret_lead_anywhere() {
        let place = Place::shared(Some(IpAddr::V4(Ipv4Addr::LOCALHOST)), 0).unwrap();
        let secret = place.secret.clone().unwrap();
        assert_eq!(secret.len(), LENGTH);
        assert_eq!(place.inner(&format!("/{secret}/main.js")), Some("/main.js"));
        let wrong = secret.replace(|letter| secret.starts_with(letter), "0");
        for path in [
            "/",
            "/main.js",
            &format!("/{secret}"),
            &format!("/{secret}x/"),
            &format!("/{wrong}/"),
            "/ä",
        ] {
            assert_eq!(place.inner(path), None, "{path}");
        }
        assert_eq!(Place::alone(0).inner("/main.js"), Some("/main.js"));
    }

    #[test]
    fn no_two_secrets_are_the_same() {
        assert_ne!(secret().unwrap(), secret().unwrap());
    }
}
