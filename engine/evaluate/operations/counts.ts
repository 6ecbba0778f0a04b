// Counts by scalar. Calls come from the last scalar to the first: an array of JavaScript that is filled so would be a slow one.

/** A count for each scalar, 0 at first. */
export class Counts {
  private counts = new Int32Array(8);

  of(number: number): number {
    return number < this.counts.length ? this.counts[number]! : 0;
  }

  set(number: number, count: number): void {
    if (number >= this.counts.length) {
      const larger = new Int32Array(2 * number);
      larger.set(this.counts);
      this.counts = larger;
    }
    this.counts[number] = count;
  }
}
