//! Games on boards against the definition: plain recursion over subsets of the whole board, without
//! components and without symmetry.
