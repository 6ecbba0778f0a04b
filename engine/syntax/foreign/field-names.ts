// Names of functions of NumPy, JAX, PyTorch, Haskell, OCaml and Julia without a counterpart in Dual. Such a name is no misspelling of a
// similar one of Dual's.

const NAMES = `
compare lnot land lor lxor lsl lsr count_nonzero empty equal insert lcm pad roll shape slice hard_tanh glu batch_norm frac triangular_solve
norm2 eigvecs realToFrac group sequence unless seq genericLength elemIndex comparing min_float max_float epsilon_float classify_float invalid_arg
ignore string_of_int ref promote pullback withgradient withjacobian airyai bessely besseli besselk tr collect convert uniform normal combine
forwarddiff reversediff checkpoint_sequential hessp linearize linear_transpose value_and_jacobian
acosd acot acsc addmm allclose allgather allreduce amap ap apply_along_axis argpartition argwhere array_equal array_split as_tensor
asarray asec asech asind associative_scan assq astype asum atand atleast_1d atleast_2d bernoulli bessel bilinear bincount binom binomial
bmm bracket broadcast_arrays broadcast_to bucketize cat categorical cdf cdist celu checkpoint cholesky chr circshift cis cld cloglog
column_stack comb combinations concatenate conj contiguous conv conv1d conv2d convolve copy copysign corrcoef correlate cosd
cosine_similarity cosm cov cross cross_entropy crossentropy ctc_loss cummax cummin deepcopy deepseq delete diagflat diagind diagm
diagonal digitize divrem dropLast dropout dtype eachcol eachindex eachmatch eachrow eachslice eig eigen eigh eigvals embedding
empty_like eq erfcinv erfcx exists2 expand_dims expm exprel extrema factorial fdiv fft fftshift filteri find_map find_opt findall
findfirst findIndex findlast findnext findprev finfo fixed_point flat_map flatmap flatten fld fld1 fliplr flipud float_array float_power
floor_divide floordiv fma fmap fmax fmin fold_left2 fold_right2 foldlM foldM foldMap foldr' foldr1 foldrM for_all2 forM frexp from_list
from_numpy fromEnum fromfunction fromJust fst3 gammainc gather gather_nd geomspace gradcheck greater greater_equal grid_sample groupBy
groupByKey hardsigmoid hardswish hardtanh hcat heaviside histc histogram householder hstack huber huber_loss ifft igamma imag imap
index_add index_select inits insertWith instance_norm intercalate interleave interp intersect intersperse inverse isapprox isclose
isInfixOf isinstance ispow2 isPrefixOf isSuffixOf iszero iter2 kl_div kldiv l1_loss laplace layer_norm layernorm
ldexp less_equal lfilter liftA2 liftM liftM2 logcdf logdet logfactorial logical_and logical_not logical_or
logm logpdf logprob logsoftmax logspace lookupDefault lpnorm lstm lstsq make_matrix map_reduce mapAccumL mapAccumR mapcat mapM mappend
mapslices masked_fill matrix_power matvec max_pool maxBy maximumBy maxout mconcat median mempty memq meshgrid minimumBy minmax mish mod1
mod2pi modf moveaxis mplus mse mse_loss msum multigammaln multinomial mzero nan_to_num nanargmax nanargmin nanprod nanstd nansum nanvar
ndim ndims ndtr ndtri newton nextafter nextpow nll nll_loss nllloss nonzero normalise normalize normcdf normpdf not_equal notMember
nth_opt nub numel odeint of_array of_float of_int of_list of_seq one_hot one_hot_encode onehot ord orthogonal owens pad_sequence
pairwise pdf percentile perm perms permutation permutations pinv poisson polyfit polyval popat prelu prevpow print_endline probit proj
ptp push_back qr quantile quot_rem rand randint randn random random_normal randperm ravel readLine reduce_max reduce_mean reduce_sum
rem2pi reorder replicateA replicateM resample reshape resize rev_append rev_append_map rev_map rint rms rmsnorm rollaxis rot90 rrelu
rsub scaled_dot_product scanl1 scanr scanr1 scatter scatter_add searchsorted second_derivative segment_sum selu setdiff signbit sinc
sincos sincosd sind singleton sinhc sinhm sliding_window slogdet smooth_l1 snd3 softmax2d softmin softshrink sortperm sortslices
sortWith splitlines sqrtm squeeze std stddev stripPrefix subsequences subst svd swap swapaxes swapaxis tails take_along_axis takeLast
tand tanhshrink tensor tensor_split to_array to_float to_int to_list to_seq toEnum tonumpy topk trapezoid trapz traverse tree_map
treemap tril triu truediv typeof unbiased unbind uncons unflatten unfold unfoldr union unique unlines unravel unsafe_get unsafe_set
unsnoc unsqueeze unstack unwords unwrap unzip3 upsample vander var variance vcat vecnorm vectorise view_as vmax void vsplit vstack
xlog1py xlogy xor zip4 zipWith4 zipWithIndex zipWithM zscore
`;

const FIELD: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));

/** Whether a name is that of a function elsewhere; PyTorch ends the names of those that change their argument with `_`. */
export function isFieldName(name: string): boolean {
  return FIELD.has(name.replace(/(?<=.)_$/, ""));
}
