//! Expressions as elements of the group of differences 𝒟.

use crate::game::{Game, Universe};
use crate::notation::{Node, NodeId, Syntax};
use crate::parts::FormalDifference;

use super::EvalError;
use super::heap::heap_values;
use super::value::{evaluate_node, no_difference};

/// Returns the formal difference that an expression stands for: sums, differences and multiples are
/// those of 𝒟, where every difference exists. Options and mates must be games.
///
/// ```
/// use misere::expr::evaluate_difference;
/// use misere::game::Universe;
/// use misere::notation::parse;
///
/// let mut u = Universe::new();
/// let d = evaluate_difference(&parse("3·(2 - 4) + 4").unwrap(), &mut u)?;
/// assert_eq!(d.as_game(&mut u)?, None);
/// let same = evaluate_difference(&parse("2 + 2 + 2 - 4 - 4").unwrap(), &mut u)?;
/// assert!(d.equals(&mut u, same)?);
/// # Ok::<(), misere::expr::EvalError>(())
/// ```
pub fn evaluate_difference(
    syntax: &Syntax,
    u: &mut Universe,
) -> Result<FormalDifference, EvalError> {
    let heaps = heap_values(syntax, u, |_| true)?;
    u.check_memory(syntax.len() * (size_of::<FormalDifference>() + size_of::<Game>()))?;
    let zero = FormalDifference::zero(u);
    let mut values = u.list_with_capacity(syntax.len())?;
    values.resize(syntax.len(), zero);
    // The values of those nodes that must be games.
    let mut games: Vec<Game> = u.list_with_capacity(syntax.len())?;
    games.resize(syntax.len(), u.zero());
    for (id, node) in syntax.iter() {
        let of = |id: &NodeId| values[id.index()];
        values[id.index()] = match node {
            Node::Sum { plus, minus } => {
                let mut sum = zero;
                for term in plus {
                    sum = sum.add(u, of(term))?;
                }
                for term in minus {
                    sum = sum.add(u, of(term).negated())?;
                }
                sum
            }
            Node::Copies(n, of_this) => of(of_this).multiple(u, *n)?,
            _ => {
                for part in node.children() {
                    let FormalDifference { plus, minus } = of(part);
                    games[part.index()] = match u.difference(plus, minus)? {
                        Some(game) => game,
                        None => return Err(no_difference(syntax, u, *part, plus, minus).into()),
                    };
                }
                let plus = match heaps.get(&id) {
                    Some(&heap) => heap,
                    None => evaluate_node(syntax, u, &games, id, node)?,
                };
                FormalDifference { plus, ..zero }
            }
        };
    }
    Ok(values[syntax.root().index()])
}
