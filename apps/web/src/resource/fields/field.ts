import type { ReactNode } from 'react';

import type { Problems } from './problems.ts';

export interface ControlProps<Value> {
  name: string;
  label: string;
  hint: string | undefined;
  /** What is wrong with the value and with what is inside it. */
  problems: Problems;
  required: boolean;
  disabled: boolean;
  value: Value | null | undefined;
  onChange: (value: Value | null) => void;
  onBlur: () => void;
}

/** A value as a text, and back; undefined for a text that is no such value. */
export interface Codec<Value> {
  write: (value: Value) => string;
  read: (text: string) => Value | undefined;
}

/** Ids with their names, where a sheet says the name and the value is the id. */
export interface Names {
  nameOf: (id: string) => string | undefined;
  idOf: (name: string) => string | undefined;
}

/** A value as a cell of a sheet, in the words of the screen. */
export interface SheetCodec<Value> {
  write: (value: Value, names: Names) => string;
  read: (text: string, names: Names) => Value | undefined;
  /** What a cell must look like, said where it does not: "ngày dạng 21/11/2026". */
  expects: string;
}

/**
 * One value of a resource wherever it appears: in a form, for reading, in a column, as a filter, in the address, in a sheet.
 * A one-off field is just another object of this shape.
 */
export interface Field<Value> {
  label: string;
  hint?: string;
  /** A value that only one row has: a copy of a row begins without it. */
  unique?: true;
  /** What the form starts with when a row is added. */
  blank: Value | null;
  /** Drawn for editing. */
  Control: (props: ControlProps<Value>) => ReactNode;
  /** Drawn for reading: in the drawer, in a column, in a chip, side by side in a conflict. */
  Show: (props: { value: Value | null | undefined }) => ReactNode;
  /** The choices of a filter, where it is not the control that is used there too. */
  Choose?: (props: { value: Value | undefined; onChoose: (value: Value) => void }) => ReactNode;
  /** That it is empty says something too, in words of its own: it is read also then. */
  saysEmpty?: true;
  /** Takes as much of a form's width as there is. */
  wide?: true;
  /** Right-aligned in a column. */
  numeric?: boolean;
  address: Codec<Value>;
  sheet: SheetCodec<Value>;
}

export interface FieldOptions {
  hint?: string;
  unique?: true;
}

/** A field of these parts under a label. */
export const labelled = <Value>(
  label: string,
  { hint, unique }: FieldOptions,
  parts: Omit<Field<Value>, 'label' | 'hint' | 'unique'>,
): Field<Value> => ({ label, ...(hint !== undefined && { hint }), ...(unique && { unique }), ...parts });

/** Every field of a resource, where their values no longer matter. */
export type AnyFields = Readonly<Record<string, Field<unknown>>>;

/** As much of them as reading takes. */
export type ShownFields = Readonly<Record<string, Pick<Field<unknown>, 'label' | 'Show'>>>;

/** Nothing was filled in. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
