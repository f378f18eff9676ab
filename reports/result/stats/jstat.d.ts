/** The part of jstat that is used: quantiles and distribution functions, on the module itself. */
declare module 'jstat' {
  interface Distribution2 {
    inv(p: number, a: number, b: number): number;
  }
  interface StudentT {
    inv(p: number, degrees: number): number;
    cdf(t: number, degrees: number): number;
  }
  const jstat: { readonly beta: Distribution2; readonly studentt: StudentT };
  export = jstat;
}
