import { describe, expect, test } from 'vitest';
import { decodeText } from '../../../harness/workload/traces/reading/decode-text.ts';
import { createFormat } from '../../../harness/workload/traces/registry.ts';
import type { TraceFormatSpec } from '../../../harness/workload/traces/trace.ts';
import { formatProblem, InputError } from '../../../sim/kernel/problem.ts';

/** A format's options with what a file leaves out filled in. */
const csv = (options: Record<string, unknown> = {}): TraceFormatSpec => ({ csv: { unit: 's', decimal: 'point', tick: 0, ...options } });
const jsonl = (options: Record<string, unknown> = {}): TraceFormatSpec => ({ jsonl: { unit: 's', tick: 0, ...options } });

function read(format: TraceFormatSpec, content: string | Uint8Array) {
  const text = decodeText(typeof content === 'string' ? Buffer.from(content) : content, 'f');
  return createFormat(format)
    .read(text, 'f')
    .map((row) => [Number(row.atMs.toPrecision(12)), row.inputTokens, row.outputTokens]);
}

function faults(format: TraceFormatSpec, content: string | Uint8Array): string[] {
  try {
    read(format, content);
  } catch (error) {
    if (error instanceof InputError) return error.problems.map(formatProblem);
    throw error;
  }
  return [];
}

const utf16le = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const utf16be = (text: string) => utf16le(text).swap16();

/** Two requests, 1.5 s apart. */
const table = 'time,input,output\n10,100,20\n11.5,300,40\n';
const expected = [
  [0, 100, 20],
  [1500, 300, 40],
];

describe('untidy files that hold all there is to know', () => {
  test.each<[string, TraceFormatSpec, string | Uint8Array]>([
    ['as it should be', csv(), table],
    ['UTF-8 with byte order mark', csv(), `\ufeff${table}`],
    ['UTF-16 little endian with byte order mark', csv(), utf16le(table)],
    ['UTF-16 big endian with byte order mark', csv(), utf16be(table)],
    ['Latin-1 column name', csv({ input: 'Länge' }), Buffer.from('time,Länge,output\n10,100,20\n11.5,300,40\n', 'latin1')],
    ['UTF-8 column name', csv({ input: 'Länge' }), 'time,Länge,output\n10,100,20\n11.5,300,40\n'],
    ['CRLF', csv(), table.replaceAll('\n', '\r\n')],
    ['CR alone', csv(), table.replaceAll('\n', '\r')],
    ['all three line ends in one file', csv(), 'time,input,output\r\n10,100,20\r11.5,300,40\n'],
    ['no line end after the last row', csv(), table.trimEnd()],
    ['blank lines, also of blanks, before, between and after', csv(), '\n  \ntime,input,output\n\n10,100,20\n \t\n11.5,300,40\n\n\n'],
    ['spaces around fields', csv(), ' time , input , output \n 10 , 100 ,20  \n11.5,\t300,40 \n'],
    ['quoted fields', csv(), '"time","input","output"\n"10","100","20"\n"11.5", "300" ,40\n'],
    ['header in capitals', csv(), 'TIME,INPUT,OUTPUT\n10,100,20\n11.5,300,40\n'],
    ['header with other separators in its words', csv(), 'Start Time;Input-Tokens;output_tokens\n10;100;20\n11.5;300;40\n'],
    ['other usual names', csv(), 'timestamp,prompt_tokens,completion_tokens\n10,100,20\n11.5,300,40\n'],
    ['columns in another order', csv(), 'output,time,input\n20,10,100\n40,11.5,300\n'],
    [
      'more columns, one of text with commas, quotes and line ends',
      csv(),
      'id,time,note,input,output\n1,10,"a, ""b""\nc",100,20\n2,11.5,,300,40\n',
    ],
    ['a column without a name', csv(), 'time,input,output,\n10,100,20,\n11.5,300,40,\n'],
    ['two equal names that nobody asks for', csv(), 'x,time,x,input,output\n1,10,1,100,20\n2,11.5,2,300,40\n'],
    ['semicolons', csv(), table.replaceAll(',', ';')],
    ['tabs', csv(), table.replaceAll(',', '\t')],
    ['bars', csv(), table.replaceAll(',', '|')],
    ['a first line sep=;', csv(), `sep=;\r\n${table.replaceAll(',', ';')}`],
    ['semicolons and decimal commas', csv({ decimal: 'comma' }), 'time;input;output\n10,0;100;20\n11,5;300;40\n'],
    ['rows of separators alone, as spreadsheets leave them', csv(), 'time,input,output\n10,100,20\n,,\n11.5,300,40\n,,\n'],
    ['whole numbers written as fractions', csv(), 'time,input,output\n10.0,100.0,20.0\n11.5,300.,40\n'],
    ['times in scientific notation', csv(), 'time,input,output\n1e1,100,20\n1.15E+01,300,40\n'],
    ['a plus sign and leading zeros', csv(), 'time,input,output\n+10,0100,020\n011.5,300,40\n'],
    ['relative times below 0', csv(), 'time,input,output\n-1,100,20\n0.5,300,40\n'],
    ['milliseconds', csv({ unit: 'ms' }), 'time,input,output\n10000,100,20\n11500,300,40\n'],
    ['microseconds since 1970', csv({ unit: 'us' }), 'time,input,output\n1700000000123456,100,20\n1700000001623456,300,40\n'],
    ['nanoseconds', csv({ unit: 'ns' }), 'time,input,output\n0,100,20\n1500000000,300,40\n'],
    ['seconds since 1970 with a fraction', csv(), 'time,input,output\n1700000000.25,100,20\n1700000001.75,300,40\n'],
    ['instants with Z', csv({ unit: 'iso' }), 'time,input,output\n2026-03-02T14:10:00Z,100,20\n2026-03-02T14:10:01.5Z,300,40\n'],
    [
      'instants in several zones',
      csv({ unit: 'iso' }),
      'time,input,output\n2026-03-02T14:10:00+01:00,100,20\n2026-03-02 18:40:01.500 +0530,300,40\n',
    ],
    ['instants without a zone', csv({ unit: 'iso' }), 'time,input,output\n2026-03-02 14:10:00,100,20\n2026-03-02 14:10:01.500,300,40\n'],
    [
      'instants with slashes and a decimal comma',
      csv({ unit: 'iso' }),
      'time;input;output\n2026/3/2 14:10:00,0;100;20\n2026/3/2 14:10:01,5;300;40\n',
    ],
    [
      'instants over the end of a leap February',
      csv({ unit: 'iso' }),
      'time,input,output\n2024-02-29T23:59:59Z,100,20\n2024-03-01T00:00:00.5Z,300,40\n',
    ],
    ['rows in the wrong order', csv(), 'time,input,output\n11.5,300,40\n10,100,20\n'],
    ['JSON lines', jsonl(), '{"time": 10, "input": 100, "output": 20}\n\n{"output": 40, "time": 11.5, "input": 300, "extra": [1]}'],
    [
      'JSON lines with numbers in quotes',
      jsonl(),
      '\ufeff{"time":"10","input":"100","output":"20"}\r\n{"time":"11.5","input":"300","output":"40"}\r\n',
    ],
    [
      'JSON lines with fields within a field',
      jsonl({ unit: 'iso', input: 'usage.prompt_tokens', output: 'usage.completion_tokens' }),
      '{"time":"2026-03-02T14:10:00Z","usage":{"prompt_tokens":100,"completion_tokens":20}}\n{"time":"2026-03-02T14:10:01.5Z","usage":{"prompt_tokens":300,"completion_tokens":40}}\n',
    ],
    [
      'Azure, header in another case and order',
      'azure',
      'generatedtokens,CONTEXTTOKENS,Timestamp\n20,100,2023-11-16 18:15:46.68\n40,300,2023-11-16 18:15:48.18',
    ],
    [
      'BurstGPT with further columns',
      'burstgpt',
      'Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens\n5,1,2,x,100,20\n6.5,1,2,x,300,40\n',
    ],
    [
      'Mooncake',
      'mooncake',
      '{"timestamp":0,"input_length":100,"output_length":20,"hash_ids":[1]}\n{"timestamp":1500,"input_length":300,"output_length":40}\n',
    ],
  ])('%s', (_, format, content) => {
    expect(read(format, content)).toEqual(expected);
  });

  test('no size columns at all', () => {
    expect(read(csv({ input: false, output: false }), 'time\n10\n11.5\n')).toEqual([
      [0, 0, 0],
      [1500, 0, 0],
    ]);
  });

  test('thousands: 1,234 and 1 234 and 1’234 and 1_234 and, with a decimal comma, 1.234', () => {
    expect(read(csv(), 'time,input,output\n0,"1,234","1 234"\n1,1’234,1_234_567\n')).toEqual([
      [0, 1234, 1234],
      [1000, 1234, 1_234_567],
    ]);
    expect(read(csv({ decimal: 'comma' }), 'time;input;output\n0;1.234;1\u00a0234\n')).toEqual([[0, 1234, 1234]]);
  });

  test('rows of one instant keep the file’s order, also when the file is not sorted', () => {
    expect(read(csv(), 'time,input,output\n5,1,1\n2,2,2\n5,3,3\n2,4,4\n').map((row) => row[1])).toEqual([2, 4, 1, 3]);
  });
});

describe('ties', () => {
  const three = 'time,input,output\n0,1,1\n0,2,2\n0,3,3\n';
  test.each<[string, number, string, number[]]>([
    ['tick 0 leaves them together', 0, three, [0, 0, 0]],
    ['three rows share a tick of 3 s', 3000, three, [0, 1000, 2000]],
    ['but not beyond the next instant', 3000, `${three}1.5,4,4\n`, [0, 500, 1000, 1500]],
    ['a row alone stays', 3000, 'time,input,output\n0,1,1\n7,2,2\n', [0, 7000]],
  ])('%s', (_, tick, content, times) => {
    expect(read(csv({ tick }), content).map((row) => row[0])).toEqual(times);
  });

  test('Mooncake spreads over 3 s, BurstGPT over 1 s unless told otherwise', () => {
    expect(read('mooncake', createFormat('mooncake').sample).map((row) => row[0])).toEqual([0, 1500, 3000]);
    expect(read('burstgpt', createFormat('burstgpt').sample).map((row) => row[0])).toEqual([0, 500, 40_000]);
  });
});

describe('what cannot be read names line, column, what was expected and what was found', () => {
  const tokens = 'expected a whole number of tokens from 0 up (0: unknown), found';
  const row = (text: string) => `time,input,output\n0,1,1\n${text}\n9,1,1\n`;
  test.each<[string, TraceFormatSpec, string | Uint8Array, string[]]>([
    ['an empty file', csv(), '', ['f expected rows, found an empty file']],
    ['a file of blank lines', csv(), '\n \n', ['f expected rows, found an empty file']],
    ['a header alone', csv(), 'time,input,output\n', ['f expected rows with "time, input, output", found none']],
    [
      'a missing column',
      'azure',
      'TIMESTAMP,Tokens,GeneratedTokens\n',
      ['f:1 ContextTokens: expected a column ContextTokens, found "TIMESTAMP, Tokens, GeneratedTokens"'],
    ],
    [
      'no header',
      'azure',
      '\n2023-11-16 18:15:46.68,100,20\n',
      ['TIMESTAMP', 'ContextTokens', 'GeneratedTokens'].map(
        (name) => `f:2 ${name}: expected a column ${name}, found "2023-11-16 18:15:46.68, 100, 20"`,
      ),
    ],
    [
      'a doubled column',
      'azure',
      'TIMESTAMP,ContextTokens,context_tokens,GeneratedTokens\n',
      ['f:1 ContextTokens: expected exactly one column, found 2: ContextTokens, context_tokens'],
    ],
    [
      'two usual names for one thing',
      csv(),
      'time,input,prompt_tokens,output\n',
      ['f:1 input_tokens: expected exactly one column, found 2: input, prompt_tokens'],
    ],
    ['a fraction of a token', csv(), row('5,12.5,1'), [`f:3 input_tokens: ${tokens} "12.5"`]],
    ['negative tokens', csv(), row('5,1,-1'), [`f:3 output_tokens: ${tokens} "-1"`]],
    ['a missing value', csv(), row('5,,1'), [`f:3 input_tokens: ${tokens} nothing`]],
    ['NaN', csv(), row('5,NaN,1'), [`f:3 input_tokens: ${tokens} "NaN"`]],
    ['a decimal comma that was not announced', csv(), row('"5,25",1,1'), ['f:3 timestamp: expected a number (unit s), found "5,25"']],
    ['groups of other than three digits', csv(), row('5,"1,23",1'), [`f:3 input_tokens: ${tokens} "1,23"`]],
    ['a time that is none', csv(), row('later,1,1'), ['f:3 timestamp: expected a number (unit s), found "later"']],
    [
      'an instant where seconds were announced',
      csv(),
      row('2026-03-02T14:10:00Z,1,1'),
      ['f:3 timestamp: expected a number (unit s), found "2026-03-02T14:10:00Z" (an instant needs `unit: iso`)'],
    ],
    [
      'a number where no unit was announced',
      csv({ unit: 'iso' }),
      'time,input,output\n5,1,1\n',
      ['f:2 timestamp: expected an instant such as 2026-03-02T14:10:00Z, found "5" (the unit is missing: `unit: s`, ms, us or ns)'],
    ],
    [
      'a day that does not exist',
      'azure',
      'TIMESTAMP,ContextTokens,GeneratedTokens\n2023-02-29 10:00:00,1,1\n',
      ['f:2 TIMESTAMP: expected an instant such as 2026-03-02T14:10:00Z, found "2023-02-29 10:00:00"'],
    ],
    [
      'a day of unknown order',
      csv({ unit: 'iso' }),
      'time,input,output\n02/03/2026 14:10,1,1\n',
      ['f:2 timestamp: expected an instant such as 2026-03-02T14:10:00Z, found "02/03/2026 14:10"'],
    ],
    [
      'zones in some rows only',
      csv({ unit: 'iso' }),
      'time,input,output\n2026-03-02T14:10:00Z,1,1\n2026-03-02T14:10:00,1,1\n',
      ['f:3 timestamp: expected an instant with a zone, as in the first row, found "2026-03-02T14:10:00"'],
    ],
    [
      'too few and too many fields',
      csv(),
      'time,input,output\n\n0,1\n5,1,1,1\n',
      ['f:3 expected 3 fields, as in the header, found 2', 'f:4 expected 3 fields, as in the header, found 4'],
    ],
    ['a quote that never closes', csv(), row('5,1,"1'), ['f:3 expected a closing quote, found the end of the file']],
    ['a quote inside a field', csv(), row('5,1"2,1'), ['f:3 expected a quote to open and close a whole field, found one inside a field']],
    [
      'the line a row begins on, after a field of several lines',
      csv(),
      'note,time,input,output\r\n"a\r\nb",1,1,1\r\n"c\r\nd",2,x,1\r\n',
      [`f:4 input_tokens: ${tokens} "x"`],
    ],
    [
      'a NUL byte',
      csv(),
      row('5,1\0,1'),
      ['f:3 expected text, found a NUL byte (UTF-16 needs its byte order mark; compressed files are not read)'],
    ],
    [
      'UTF-16 cut short',
      csv(),
      utf16le(table).subarray(0, 21),
      ['f expected an even number of bytes in a UTF-16 file, found 21: it is cut short'],
    ],
    [
      'several faults in one row',
      csv(),
      row('x,y,z'),
      ['f:3 timestamp: expected a number (unit s), found "x"', `f:3 input_tokens: ${tokens} "y"`, `f:3 output_tokens: ${tokens} "z"`],
    ],
    [
      'a line that is no JSON',
      jsonl(),
      '{"time":1,"input":1,"output":1}\n\n{"time":2,',
      ['f:3 expected one JSON object a line, found "{\\"time\\":2,"'],
    ],
    ['one JSON list', jsonl(), '[{"time":1}]', ['f:1 expected one JSON object a line, found [{"time":1}]']],
    [
      'a field that is missing, null, a fraction',
      jsonl(),
      '{"time":1,"input":null,"output":1.5}\n{"input":1,"output":1}',
      [`f:1 input_tokens: ${tokens} null`, `f:1 output_tokens: ${tokens} 1.5`, 'f:2 timestamp: expected a number (unit s), found nothing'],
    ],
    ['two fields for one thing', jsonl(), '{"time":1,"input":1,"prompt_tokens":2,"output":1}', [`f:1 input_tokens: ${tokens} [1,2]`]],
  ])('%s', (_, format, content, problems) => {
    expect(faults(format, content)).toEqual(problems);
  });

  test('the first 20 faults are listed, the others counted', () => {
    const bad = faults(csv(), `time,input,output\n${'1,x,1\n'.repeat(33)}`);
    expect(bad).toHaveLength(21);
    expect(bad[19]).toBe(`f:21 input_tokens: ${tokens} "x"`);
    expect(bad[20]).toBe('f … and 13 more');
  });
});
