//! Subsets of short lists.

/// Returns all subsets of a list, in the order of their masks: the empty one first, the whole list last.
pub(crate) fn subsets<T: Copy>(list: &[T]) -> impl Iterator<Item = impl Iterator<Item = T>> {
    (0..1 << list.len()).map(|mask| chosen(list, mask))
}

/// Returns the members of a list that the bits of a mask choose, the lowest bit first.
pub(crate) fn chosen<T: Copy>(list: &[T], mask: u64) -> impl Iterator<Item = T> {
    let members = list.iter().enumerate();
    members
        .filter(move |(i, _)| mask >> i & 1 == 1)
        .map(|(_, &member)| member)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_subset_once() {
        let all: Vec<Vec<u32>> = subsets(&[5, 6, 7]).map(Iterator::collect).collect();
        let expected: [&[u32]; 8] = [&[], &[5], &[6], &[5, 6], &[7], &[5, 7], &[6, 7], &[5, 6, 7]];
        assert_eq!(all, expected);
        assert_eq!(subsets::<u32>(&[]).count(), 1);
    }
}
