import { writeFileSync } from 'node:fs';
import { env } from 'node:process';

/**
 * A reporter of vitest that writes down what failed outside every test (a promise that nobody awaited, a process that died), as
 * a list of texts in the file that ALO_OUTSIDE_TESTS names: vitest's own JSON leaves it out.
 */
export default class OutsideTests {
  /**
   * @param {unknown} _modules
   * @param {readonly import('vitest').SerializedError[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const file = env['ALO_OUTSIDE_TESTS'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(errors.map((error) => inWords(error))));
  }
}

/** @param {import('vitest').SerializedError & { VITEST_TEST_PATH?: string }} error */
function inWords(error) {
  const where = error.VITEST_TEST_PATH ?? 'outside every file';
  return `${where}: outside a test\n${error.stack ?? `${error.name}: ${error.message}`}`;
}
