// Names of functions of NumPy, JAX, PyTorch, Haskell, OCaml and Julia without a counterpart in Dual. Such a name is no misspelling of a
// similar one of Dual's.

const NAMES = `
lnot land lor lxor lsl lsr empty insert glu batch_norm triangular_solve norm2 eigvecs realToFrac sequence unless genericLength
classify_float ignore promote withgradient withjacobian collect convert combine forwarddiff reversediff checkpoint_sequential
linear_transpose value_and_jacobian allgather allreduce amap ap argpartition array_equal array_split assq asum atleast_1d atleast_2d
bessel bilinear bmm bracket cdf cdist checkpoint cholesky chr cis cloglog combinations conj conv1d conv2d corrcoef correlate cosm cov
ctc_loss delete diagind dropLast eachindex eachmatch eachslice eig eigen eigh eigvals empty_like eq erfcx expm fft fftshift filteri
find_map findlast findnext findprev finfo flat_map fld1 float_array fold_right2 foldlM foldrM frexp from_numpy fromEnum fromfunction
gradcheck grid_sample householder ifft imag inits insertWith instance_norm intercalate interleave intersect intersperse inverse
isInfixOf isinstance ispow2 isSuffixOf iszero iter2 laplace lfilter liftA2 liftM liftM2 logcdf logdet logm logpdf logprob lookupDefault
lpnorm lstm lstsq map_reduce mapAccumL mapAccumR mapcat mappend max_pool maxout mconcat mempty memq minmax modf mplus msum multigammaln
mzero nanargmax nanargmin nanprod nanstd nanvar ndim ndims newton nextafter nextpow notMember nth_opt of_array of_float of_seq
one_hot_encode onehot ord orthogonal owens pad_sequence pairwise pdf perm perms permutations pinv polyfit popat prevpow proj push_back
qr quot_rem random_normal randperm readLine rem2pi reorder resample rev_append_map rms rollaxis rrelu rsub scaled_dot_product scanr1
second_derivative setdiff signbit sincosd sinhc sinhm slogdet softmax2d sortslices splitlines sqrtm stripPrefix subsequences subst svd
swapaxis takeLast tensor_split to_seq toEnum tonumpy tree_map treemap typeof unbiased unbind unfoldr union unique unlines unravel
unsafe_get unsafe_set unsnoc unstack unwords unwrap upsample vander vectorise vmax void vsplit zip4 zipWith4 zipWithIndex zipWithM
zscore
`;

const FIELD: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));

/** Whether a name is that of a function elsewhere; PyTorch ends the names of those that change their argument with `_`. */
export function isFieldName(name: string): boolean {
  return FIELD.has(name.replace(/(?<=.)_$/, ""));
}
