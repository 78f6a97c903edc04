import { deleteView, type SavedView, savedViews, saveView } from '@alo/contract';
import { Button, Checkbox, IconBookmark, IconButton, IconTrash, IconUsers, Popover, TextField } from '@alo/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { readSearch, writeSearch } from '../../kit/url/search.ts';
import styles from './saved-views.module.css';

/** Views of a list: one's own and the team's, each a link; and a place to keep what the list shows now. */
export function SavedViews({ list, address }: { list: string; address: string }) {
  const read = useRead();
  const queries = useQueryClient();
  const { api, toasts } = useConsole();
  const wanted = read(savedViews, { query: { list } });
  const { data } = useQuery({ ...wanted, staleTime: 60_000 });
  const views = data?.data ?? [];
  const current = views.find((view) => view.address === address && address !== '');
  const remove = useMutation({
    mutationFn: ({ id }: SavedView) => api(deleteView, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: wanted.queryKey }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });

  return (
    <Popover
      label="Chế độ xem đã lưu"
      width={300}
      target={(open) => (
        <Button icon={<IconBookmark aria-hidden />} className={styles.open} {...open}>
          <span>{current?.name ?? 'Chế độ xem'}</span>
        </Button>
      )}
    >
      {(close) => (
        <>
          {views.length > 0 && (
            <ul className={styles.views}>
              {views.map((view) => (
                <li key={view.id} data-current={view.id === current?.id || undefined}>
                  <Link to="." search={readSearch(view.address)} onClick={close}>
                    {view.name}
                    {view.shared && (
                      <>
                        <IconUsers size={14} aria-hidden />
                        <span className="alo-unseen">, của nhóm</span>
                      </>
                    )}
                  </Link>
                  {view.mine && (
                    <IconButton size="sm" label={`Xoá chế độ xem ${view.name}`} onClick={() => remove.mutate(view)}>
                      <IconTrash aria-hidden />
                    </IconButton>
                  )}
                </li>
              ))}
            </ul>
          )}
          {address === '' ? (
            <p className={styles.hint}>Lọc, tìm, sắp xếp hoặc chọn cột trước, rồi lưu lại ở đây để mở nhanh lần sau.</p>
          ) : (
            <SaveForm
              list={list}
              address={address}
              onSaved={() => {
                void queries.invalidateQueries({ queryKey: wanted.queryKey });
                close();
              }}
            />
          )}
        </>
      )}
    </Popover>
  );
}

function SaveForm({ list, address, onSaved }: { list: string; address: string; onSaved: () => void }) {
  const { api, toasts } = useConsole();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const save = useMutation({
    mutationFn: () => api(saveView, { body: { list, name, address, shared } }),
    onSuccess: () => {
      toasts.show({ kind: 'success', text: `Đã lưu chế độ xem “${name.trim()}”` });
      onSaved();
    },
    onError: (error) => {
      if (error instanceof ApiProblem && error.body.fields['name'] !== undefined) setWrong(error.body.fields['name']);
      else toasts.show({ kind: 'error', ...explain(error) });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWrong(saveView.body.shape.name.safeParse(name).error?.issues[0]?.message);
    if (saveView.body.shape.name.safeParse(name).success) save.mutate();
  };
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <TextField
        label="Lưu danh sách đang xem thành"
        value={name}
        error={wrong}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <Checkbox
        label="Cả nhóm của tôi cùng dùng"
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      <Button type="submit" size="sm" look="primary" busy={save.isPending}>
        Lưu chế độ xem
      </Button>
    </form>
  );
}

/** What of a list's state is kept in a view: everything but the page and the row that stands open. */
export const viewAddress = (search: Record<string, string>): string =>
  writeSearch({ ...search, page: undefined, id: undefined }).slice(1);
