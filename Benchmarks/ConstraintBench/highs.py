"""Times HiGHS on the degenerate family: x_j - x_i == (7i + 13j) mod 5 for 0 < j - i < 12."""
import sys
import time

import numpy as np
import scipy.sparse as sparse
from scipy.optimize import linprog

for n in map(int, sys.argv[1:]):
    pairs = [(i, j) for i in range(n) for j in range(i + 1, min(n, i + 12))]
    m = len(pairs)
    rows = sparse.lil_matrix((m, n + 2 * m))
    wanted = np.zeros(m)
    for k, (i, j) in enumerate(pairs):
        rows[k, j], rows[k, i], rows[k, n + k], rows[k, n + m + k] = 1, -1, -1, 1
        wanted[k] = (7 * i + 13 * j) % 5
    cost = np.concatenate([np.zeros(n), np.ones(2 * m)])
    bounds = [(None, None)] * n + [(0, None)] * (2 * m)
    start = time.process_time()
    result = linprog(cost, A_eq=rows.tocsr(), b_eq=wanted, bounds=bounds, method="highs")
    print(f"HiGHS, degenerate {n}: {result.fun:g} in {time.process_time() - start:.3f} s")
