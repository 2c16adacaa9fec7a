//! How much memory a command may use if nothing is said.

use std::sync::LazyLock;

/// More is used only if it is asked for.
const USUAL_MEBIBYTES: u64 = 4 << 10;

/// 4G, or three quarters of the memory there is: a machine that has less is not to be brought to
/// its knees by a command that forgot `--max-memory`.
pub(super) fn usual() -> &'static str {
    static USUAL: LazyLock<String> = LazyLock::new(|| {
        // Where there are no such files the memory is not known, and 4G it is.
        let machine = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let container = std::fs::read_to_string("/sys/fs/cgroup/memory.max").unwrap_or_default();
        of(&machine, &container)
    });
    &USUAL
}

/// The limit for a machine and a container that say so much of themselves.
fn of(machine: &str, container: &str) -> String {
    let total = machine.lines().find_map(|line| {
        let kibibytes = line.strip_prefix("MemTotal:")?.trim().strip_suffix("kB")?;
        kibibytes.trim().parse::<u64>().ok()
    });
    let share = container.trim().parse::<u64>().ok().map(|b| b >> 10);
    let there = total.into_iter().chain(share).min();
    match there.map(|kibibytes| (kibibytes / 4 * 3) >> 10) {
        Some(mebibytes) if mebibytes < USUAL_MEBIBYTES => format!("{mebibytes}M"),
        _ => format!("{}G", USUAL_MEBIBYTES >> 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_machines_have_little_limits() {
        let machine = |kibibytes: u64| format!("MemTotal:  {kibibytes} kB\nMemFree:  12 kB\n");
        assert_eq!(of(&machine(16 << 20), "max\n"), "4G");
        assert_eq!(of(&machine(2 << 20), "max\n"), "1536M");
        assert_eq!(of(&machine(16 << 20), "536870912\n"), "384M");
        assert_eq!(of("", ""), "4G");
        assert_eq!(of("MemTotal: much", "some"), "4G");
    }
}
