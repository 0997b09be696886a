//! The time that work takes on the processor.

/// Returns the seconds that this thread has been at work since some moment; waiting does not count.
#[cfg(unix)]
pub(in crate::front::cli) fn seconds() -> f64 {
    use rustix::time::{ClockId, clock_gettime};

    let time = clock_gettime(ClockId::ThreadCPUTime);
    let whole = u32::try_from(time.tv_sec).unwrap_or(u32::MAX);
    let rest = u32::try_from(time.tv_nsec).unwrap_or(0);
    f64::from(whole) + f64::from(rest) * 1e-9
}

/// Returns the seconds since some moment; waiting counts too, since nothing better is to be had here.
#[cfg(not(unix))]
pub(in crate::front::cli) fn seconds() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;

    static BEGUN: OnceLock<Instant> = OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed().as_secs_f64()
}

#[cfg(test)]
mod tests {
    #[test]
    fn work_takes_time() {
        let begun = super::seconds();
        let sum: u64 = (0..20_000_000_u64).map(std::hint::black_box).sum();
        assert!(sum > 0 && super::seconds() > begun);
    }
}
