import { colleagues } from '@alo/contract';
import { focusGently, IconButton, IconChevronLeft, matches, SearchInput, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { dialable } from '../../domain/phone-door/dialable.ts';
import { stateWords } from '../../domain/presence/presence.ts';
import { useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { usePhoneContext } from '../model/phone-context.ts';
import styles from './control.module.css';
import type { CallParty } from './parties.tsx';

/** Somebody to be called: a colleague, or a number that was typed. */
export interface PickedPerson {
  readonly number: string;
  readonly name: string;
}

/** Presence is read again so often while people look at it, in milliseconds. */
const lookEvery = 3_000;

/** Chooses whom to call in the course of a conversation; `actions` are what can be done with the one chosen. */
export function PeoplePicker({
  title,
  without,
  onBack,
  actions,
}: {
  title: string;
  /** Whom one talks with already. */
  without: readonly CallParty[];
  onBack: () => void;
  actions: (picked: PickedPerson) => ReactNode;
}) {
  const { extension } = usePhoneContext();
  const { data } = useQuery({ ...useRead()(colleagues, {}), refetchInterval: lookEvery });
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<(PickedPerson & { readonly byKeyboard?: true }) | null>(null);
  /** What stood there when Enter was pressed, until who is meant by it is known: colleagues may still be on their way. */
  const [entered, setEntered] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const done = useRef<HTMLDivElement>(null);
  useEffect(() => focusGently(input.current), []);
  const panel = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onBack();
  });
  useEffect(() => {
    const shown = panel.current;
    const pressed = (event: KeyboardEvent) => leave(event);
    shown?.addEventListener('keydown', pressed);
    return () => shown?.removeEventListener('keydown', pressed);
  }, []);

  const found = (text: string) => {
    const people = (data?.data ?? []).filter(
      (person) =>
        person.extension !== extension &&
        !without.some(({ number }) => number === person.extension) &&
        (matches(person.name, text) || person.extension.startsWith(text)),
    );
    const typed = dialable(text);
    return { people, typed: people.some((person) => person.extension === typed) ? null : typed };
  };
  const { people, typed } = found(text);
  if (entered !== undefined) {
    const {
      typed,
      people: [person],
    } = found(entered);
    if (typed !== null) setPicked({ number: typed, name: '', byKeyboard: true });
    else if (person) setPicked({ number: person.extension, name: person.name, byKeyboard: true });
    if (typed !== null || data !== undefined) setEntered(undefined);
  }
  // Whoever picked with Enter goes on with Enter.
  useEffect(() => {
    if (picked?.byKeyboard) focusGently(done.current?.querySelector('button'), input.current?.parentElement);
  }, [picked]);
  return (
    <div className={styles.picker} role="group" aria-label={title} ref={panel}>
      <div className={styles['picker-top']}>
        <IconButton label="Quay lại" size="sm" onClick={onBack}>
          <IconChevronLeft aria-hidden />
        </IconButton>
        <h3>{title}</h3>
      </div>
      <SearchInput
        ref={input}
        label="Tên, máy nhánh hoặc số điện thoại"
        value={text}
        onSearch={(next) => {
          setText(next);
          setEntered((before) => (before === next ? before : undefined));
        }}
        onEnter={setEntered}
      />
      <ul className={styles.people} aria-label="Kết quả">
        {typed !== null && (
          <li>
            <Person
              name={groupedPhone(typed)}
              note="Số đã nhập"
              chosen={picked?.number === typed}
              onChoose={() => setPicked({ number: typed, name: '' })}
            />
          </li>
        )}
        {people.map((person) => (
          <li key={person.extension}>
            <Person
              name={person.name}
              note={person.extension}
              state={<Status tone={stateWords[person.state].tone}>{stateWords[person.state].word}</Status>}
              chosen={picked?.number === person.extension}
              onChoose={() => setPicked({ number: person.extension, name: person.name })}
            />
          </li>
        ))}
      </ul>
      {data !== undefined && people.length === 0 && typed === null && (
        <p className={styles.nobody}>Không có đồng nghiệp nào khớp. Bạn có thể nhập cả số điện thoại.</p>
      )}
      {picked !== null && (
        <div ref={done} className={styles.actions}>
          {actions(picked)}
        </div>
      )}
    </div>
  );
}

const Person = ({
  name,
  note,
  state,
  chosen,
  onChoose,
}: {
  name: string;
  note: string;
  state?: ReactNode;
  chosen: boolean;
  onChoose: () => void;
}) => (
  <button type="button" className={styles.person} aria-pressed={chosen} onClick={onChoose}>
    <span className={styles['person-name']}>{name}</span>
    <span className={styles['person-note']}>{note}</span>
    {state}
  </button>
);
