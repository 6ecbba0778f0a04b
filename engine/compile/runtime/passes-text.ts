// The run time of derivatives in a program (`codegen/passes-text.ts`), as text.

/** Marks where a piece of tape begins, for a sweep to end there. */
export const BEGIN_PIECE = `// A sweep ends where a piece of tape begins.
function beginPiece() {
  if (ipOut === Iin.length) {
    moreI(1);
    ipOut = 0;
  }
  Iin[ipOut++] = 0;
}
`;

/** The sweep of a pass, and what takes passes back. */
export const SWEEP_PASS = `// What derivatives of the program's own are taken with: the passes that may be taken back, with the end of the tape; the cotangents of each
// depth; cells of points that are noted one by one; how many passes are within one another; where the latest began, and its cotangents.
const P = [], LA = [], noted = [];
let pp = 0, endT = 0, endTk = 0, endI = 0, endIk = 0, endP = 0, passDepth = 0, passFrom = 0, Pin = Ain;
// A run that has failed within a pass has left its cotangents where those of the run should be.
function forgetPasses() {
  if (passDepth > 0) {
    Ain = new Float64Array(0);
    LA.length = 0;
  }
  pp = passDepth = noted.length = 0;
}
function endHere() {
  endTk = tk; endT = tpOut; endIk = ik; endI = ipOut; endP = pp;
}
function goTo(place) {
  [tk, tpOut, ik, ipOut, pp] = place;
  Tin = TC[tk];
  Iin = IC[ik];
}
function isUnreached(from, to) {
  for (let i = from; i < to; i++) if (!Object.is(Ain[i], -0)) return false;
  return true;
}
function moreA() {
  if (Ain.length >= nOut) return;
  afford(8 * Vin.length);
  const old = Ain;
  Ain = new Float64Array(Vin.length);
  Ain.set(old);
}
function sweepPass(from, y) {
  const around = Ain, sum = Z[0], end = [endTk, endT, endIk, endI, endP];
  let A = LA[passDepth];
  if (A === undefined || A.length < nOut) {
    afford(8 * Vin.length);
    A = new Float64Array(Vin.length);
  } else A.fill(0, from, nOut);
  passDepth++;
  Ain = A;
  Z[0] = 0;
  endHere();
  const here = [tk, tpOut, ik, ipOut, pp];
  Ain[y] += 1;
  sweepFast();
  if (!Number.isFinite(Z[0])) {
    goTo(here);
    Ain.fill(-0, from, nOut);
    Ain[y] += 1;
    sweepNanSafe();
  }
  passDepth--;
  Pin = LA[passDepth] = Ain;
  Ain = around;
  Z[0] = sum;
  [endTk, endT, endIk, endI, endP] = end;
}
`;
