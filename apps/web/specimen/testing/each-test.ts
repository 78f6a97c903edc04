import '@alo/ui/theme.css';
import '../../src/fonts.css';

import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

/** A component that complains is as wrong as one that does something else. */
let complaints: MockInstance;

beforeEach(() => {
  complaints = vi.spyOn(console, 'error');
});

afterEach(() => {
  expect(complaints.mock.calls).toEqual([]);
  complaints.mockRestore();
});
