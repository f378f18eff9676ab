/** The whole library in one file: it is there four times sooner than the parts that are used, which are hundreds of files. */
declare module 'echarts/dist/echarts.esm.min' {
  export { init } from 'echarts/core';
}
