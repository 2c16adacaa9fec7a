//! What lists and tables allocate when they grow, so that it can be refused before it happens.

use rustc_hash::FxHashMap;

use super::store::shortage;

/// The bytes of a list.
pub(super) fn list_bytes<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

/// The bytes that [`grow`](super::store::grow) allocates for one more element.
pub(super) fn list_growth<T>(list: &Vec<T>) -> usize {
    shortage(list, 1) * size_of::<T>()
}

/// The bytes of a map: its entries with their share of empty places and control bytes.
pub(super) fn map_bytes<K, V>(map: &FxHashMap<K, V>) -> usize {
    entries_bytes::<K, V>(map.capacity())
}

/// The bytes that one more entry makes a map allocate. The old table is there until all is moved.
pub(super) fn map_growth<K, V>(map: &FxHashMap<K, V>) -> usize {
    match map.capacity() {
        capacity if map.len() < capacity => 0,
        capacity => entries_bytes::<K, V>((2 * capacity).max(3)),
    }
}

fn entries_bytes<K, V>(capacity: usize) -> usize {
    capacity * (size_of::<(K, V)>() + 1) * 8 / 7
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::store::grow;

    #[test]
    fn growth_is_known_beforehand() {
        let mut list: Vec<u64> = Vec::new();
        let mut map: FxHashMap<u32, u64> = FxHashMap::default();
        for i in 0..10_000 {
            let (held, growth) = (list_bytes(&list), list_growth(&list));
            grow(&mut list, 1).unwrap();
            list.push(7);
            assert_eq!(list_bytes(&list), held + growth);
            let (held, growth) = (map_bytes(&map), map_growth(&map));
            map.insert(i, 7);
            let expected = if growth == 0 { held } else { growth };
            // Sizes of tables are powers of two, of which seven eighths are used: small ones less.
            assert!(map_bytes(&map).abs_diff(expected) <= 24 * 3, "{i}");
        }
        assert_eq!(list_bytes(&list), list.capacity() * 8);
        // 10 000 entries of 16 bytes in 2^14 places, with a control byte each.
        assert_eq!(map_bytes(&map), (1 << 14) * 17);
    }
}
