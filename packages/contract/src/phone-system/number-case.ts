import { z } from 'zod';

import { operator } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { numberState } from '../lib/number-states.ts';
import { id, requiredId, timestamp } from '../lib/values.ts';

export const paperTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export const paperLimits = { bytes: 5_000_000, ofNumber: 10, bytesOfCompany: 100_000_000 } as const;

const numberPaper = z.object({
  id,
  /** As whoever brought it calls the file. */
  name: z.string(),
  bytes: z.int(),
  by: z.string(),
  created_at: timestamp,
});

const numberCase = z.object({
  state: numberState,
  /** The operator brought it there. */
  by_operator: z.boolean(),
  /** Why; '' where nobody said. */
  words: z.string(),
  /** What who asks can make of it now. */
  steps: z.array(numberState),
  papers: z.array(numberPaper),
  /** What became of it, newest first. */
  history: z.array(
    z.object({
      state: numberState,
      words: z.string(),
      /** Who did it; '' of whom its company is not told. */
      by: z.string(),
      by_operator: z.boolean(),
      at: timestamp,
    }),
  ),
});

const one = z.object({ id });
const paper = z.object({ id, paper_id: id });
const step = z.object({ to: numberState, words: z.string().trim().max(500).default('') });
const ofItsCompany = { base: 'telephony', rowsOf: ['numbers'] } as const;

export const numberCaseOf = endpoint({
  ...ofItsCompany,
  method: 'GET',
  path: '/partner/service-number/:id/case',
  access: 'numbers.view',
  summary: 'How far a number has come, what became of it, and which papers it has',
  params: one,
  result: numberCase,
});

export const addNumberPaper = endpoint({
  ...ofItsCompany,
  method: 'POST',
  path: '/partner/number-paper',
  access: 'numbers.update',
  summary: 'Add a paper to a number: PDF, JPEG or PNG, read by its company and the operator alone',
  accepts: { files: ['file'], maxBytes: paperLimits.bytes, types: [...paperTypes] },
  /** What the paper is called; as the file is, where it is left out. */
  body: z.object({ service_number_id: requiredId, name: z.string().trim().max(200).default('') }),
  result: numberPaper,
});

export const numberPaperFile = endpoint({
  ...ofItsCompany,
  method: 'GET',
  path: '/partner/service-number/:id/paper/:paper_id',
  access: 'numbers.update',
  summary: 'A paper of a number, as it was brought; the trail has who took it',
  params: paper,
  answers: 'file',
});

export const removeNumberPaper = endpoint({
  ...ofItsCompany,
  method: 'DELETE',
  path: '/partner/service-number/:id/paper/:paper_id',
  access: 'numbers.update',
  summary:
    'Delete a paper of a number that waits for papers or has ended: what is looked at, and what was accepted, stays',
  params: paper,
});

export const stepNumber = endpoint({
  ...ofItsCompany,
  method: 'POST',
  path: '/partner/service-number/:id/state',
  access: 'numbers.update',
  summary: 'Bring a number on: hand its papers in or take them back, or end it',
  params: one,
  body: step,
  result: numberCase,
});

export const operatedNumberCase = endpoint({
  base: 'admin',
  method: 'GET',
  path: '/number/:id/case',
  access: operator,
  summary: "How far a company's number has come, and its papers",
  params: one,
  result: numberCase,
});

export const operatedNumberPaper = endpoint({
  base: 'admin',
  method: 'GET',
  path: '/number/:id/paper/:paper_id',
  access: operator,
  summary: "A paper of a company's number; the company's trail has that it was taken",
  params: paper,
  answers: 'file',
});

export const stepOperatedNumber = endpoint({
  base: 'admin',
  method: 'POST',
  path: '/number/:id/state',
  access: operator,
  summary: "Decide on a company's number: accept it, ask for papers, pause or end it; the company's trail has it",
  params: one,
  body: step,
  result: numberCase,
});
