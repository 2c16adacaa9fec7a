//! The memory of the system: the default of `--max-memory`, and how many threads fit.

use std::sync::LazyLock;

/// The largest default.
const MOST_MEBIBYTES: u64 = 4 << 10;

/// The address space that the allocator sets aside for each thread, in kibibytes, with its stack.
const OF_A_THREAD: u64 = 66 << 10;

/// The address space for which there may be one more thread, in kibibytes.
const FOR_A_THREAD: u64 = 256 << 10;

/// Returns the largest number of threads that a limited address space has room for.
pub(super) fn max_threads() -> Option<usize> {
    let process = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let threads = threads_in(address_space(&process)?);
    Some(usize::try_from(threads).unwrap_or(usize::MAX))
}

fn threads_in(address_space: u64) -> u64 {
    (address_space / FOR_A_THREAD).max(1)
}

/// Returns the limit that `ulimit -v` sets, in kibibytes.
fn address_space(process: &str) -> Option<u64> {
    process.lines().find_map(|line| {
        let limits = line.strip_prefix("Max address space")?;
        let bytes = limits.split_whitespace().next()?.parse::<u64>().ok()?;
        Some(bytes >> 10)
    })
}

/// Returns 4G, or three quarters of the memory that the system allows, or half of the address space
/// that its threads leave, if that is less. Address space is also used by the program and by freed
/// blocks.
pub(super) fn default_limit() -> &'static str {
    static LIMIT: LazyLock<String> = LazyLock::new(|| {
        // Where there is no such file nothing is known, and the limit is 4G.
        let read = |path| std::fs::read_to_string(path).unwrap_or_default();
        limit_for(
            &read("/proc/meminfo"),
            &read("/sys/fs/cgroup/memory.max"),
            &read("/proc/self/limits"),
        )
    });
    &LIMIT
}

/// The limit for a machine, a container and a process with these files.
fn limit_for(machine: &str, container: &str, process: &str) -> String {
    let total = machine.lines().find_map(|line| {
        let kibibytes = line.strip_prefix("MemTotal:")?.trim().strip_suffix("kB")?;
        kibibytes.trim().parse::<u64>().ok()
    });
    let share = container
        .trim()
        .parse::<u64>()
        .ok()
        .map(|bytes| bytes >> 10);
    let memory = [total, share].into_iter().flatten().min();
    let address_space = address_space(process).map(|k| {
        // One more thread waits for Ctrl-C.
        let threads = (threads_in(k) + 1) * OF_A_THREAD;
        (k.saturating_sub(threads) / 2).max(k / 4)
    });
    let usable = [memory.map(|k| k / 4 * 3), address_space];
    match usable.into_iter().flatten().min().map(|k| k >> 10) {
        Some(mebibytes) if mebibytes < MOST_MEBIBYTES => format!("{mebibytes}M"),
        _ => format!("{}G", MOST_MEBIBYTES >> 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_a_part_of_what_there_is() {
        let machine = |kibibytes: u64| format!("MemTotal:  {kibibytes} kB\nMemFree:  12 kB\n");
        let process = |bytes: &str| {
            format!(
                "Max stack size  8388608  unlimited  bytes\nMax address space  {bytes}  unlimited  bytes\n"
            )
        };
        let unlimited = process("unlimited");
        assert_eq!(limit_for(&machine(16 << 20), "max\n", &unlimited), "4G");
        assert_eq!(limit_for(&machine(2 << 20), "max\n", &unlimited), "1536M");
        assert_eq!(limit_for(&machine(16 << 20), "536870912\n", ""), "384M");
        let limited = process("1073741824");
        // Four threads and one for Ctrl-C leave 694 MiB.
        assert_eq!(limit_for(&machine(16 << 20), "max\n", &limited), "347M");
        let small = process("100000000");
        assert_eq!(limit_for(&machine(16 << 20), "max\n", &small), "23M");
        assert_eq!(limit_for("", "", ""), "4G");
        assert_eq!(
            limit_for("MemTotal: much", "some", "Max address space"),
            "4G"
        );
    }
}
