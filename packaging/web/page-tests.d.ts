// The words of page tests (docs/page-tests.md), for the checks of the tests that the workshop writes.
interface Page {
  click(target: string): Promise<void>;
  tap(target: string): Promise<void>;
  press(key: string): Promise<void>;
  hold(key: string, milliseconds: number): Promise<void>;
  type(target: string, text: string): Promise<void>;
  drag(from: string, to: string): Promise<void>;
  move(x: number, y: number): Promise<void>;
  text(target: string): Promise<string>;
  value(target: string): Promise<string>;
  visible(target: string): Promise<boolean>;
  count(selector: string): Promise<number>;
  attribute(target: string, name: string): Promise<string | null>;
  box(target: string): Promise<{ x: number; y: number; width: number; height: number }>;
  style(target: string, property: string): Promise<string>;
  pixel(x: number, y: number): Promise<number[]>;
  advance(milliseconds: number): Promise<void>;
  until(happened: () => unknown, how: { within: number; what: string }): Promise<void>;
  reload(): Promise<void>;
  open(path: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  evaluate<Result>(work: (...given: any[]) => Result, ...given: unknown[]): Promise<Result>;
  errors(): Promise<string[]>;
}
interface Check {
  (holds: unknown, message: string): asserts holds;
  equal(actual: unknown, expected: unknown, message: string): void;
}
declare const check: Check;
declare function test(
  title: string,
  about: { requirement?: string; proof?: string },
  work: (page: Page) => Promise<void>,
): void;
// What a written test of a quiz knows of its questions: which answer is right, counted from 0, of how many.
declare const answers: { question: string; right: number; answers: number }[];
