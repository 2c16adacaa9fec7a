//! What must be so for any file that may be a game or a checkpoint.

use std::path::{Path, PathBuf};
use std::time::Duration;

use misere::game::{Dag, Universe};
use misere::heaps::ruleset;
use misere::limits::Budget;
use misere::nim::checkpoint::{Checkpoint, CheckpointError, INTERVAL, compute};
use misere::nim::methods;
use sha2::{Digest, Sha256};

fn budget() -> Budget {
    Budget::timeout(Duration::from_millis(500)).with_max_memory(256 << 20)
}

/// A game that is accepted is written as it was read.
pub(crate) fn game(text: &str) {
    let Ok(dag) = serde_json::from_str::<Dag>(text) else {
        return;
    };
    let mut u = Universe::with_budget(budget());
    if let Ok(game) = u.from_dag(&dag) {
        assert_eq!(u.to_dag(game).as_ref(), Ok(&dag), "{text}");
        assert_eq!(u.from_dag(&dag).as_ref(), Ok(&game), "{text}");
    }
}

/// A file of its own for each process and test.
pub(crate) fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("misere-fuzz-{}-{name}", std::process::id()))
}

/// A checkpoint with this content and the right sum is refused, or written as it was read; and a
/// computation goes on from it, though its values may be wrong, or refuses it.
pub(crate) fn checkpoint(content: &[u8], path: &Path) -> Result<(), CheckpointError> {
    let signed = [content, &Sha256::digest(content)].concat();
    std::fs::write(path, signed).unwrap();
    let checkpoint = Checkpoint::read(path, &Budget::default())?;
    checkpoint.write(path)?;
    assert_eq!(Checkpoint::read(path, &Budget::default())?, checkpoint);
    assert_eq!(checkpoint.values.iter().count(), checkpoint.values.len());
    if let Ok(game) = ruleset(&checkpoint.ruleset)
        && let Ok(mut evaluator) = methods(&*game).best(&*game)
    {
        let known = checkpoint.values.len() as u64;
        let to = checkpoint.values.first().saturating_add(known + 20);
        compute(&*game, &mut *evaluator, to, path, INTERVAL, &budget())?;
    }
    Ok(())
}
