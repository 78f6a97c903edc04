import type { CrudContract } from '@alo/contract';
import pg from 'pg';

import { Problem } from '../http/problem.ts';

/**
 * Turns what the database refuses into a word beside the field: our constraints are named `<table>_<field>_key` and
 * `<table>_<field>_fkey`. A reference into another tenant is refused by the same key as one to nothing.
 */
export async function refusedInput<T>(table: string, contract: CrudContract, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const field = error.constraint?.match(/^(.+)_f?key$/)?.[1]?.replace(`${table}_`, '');
    if (field === undefined || !Object.hasOwn(contract.input.shape, field)) throw error;
    if (error.code === uniqueViolation) throw Problem.duplicate({ [field]: 'Đã có dữ liệu khác dùng giá trị này' });
    if (error.code === foreignKeyViolation) throw Problem.invalid({ [field]: 'Lựa chọn này không còn tồn tại' });
    throw error;
  }
}

/** Something began to refer to the row while it was being deleted. */
export async function refusedRemoval<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === foreignKeyViolation) throw Problem.inUse([]);
    throw error;
  }
}

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
