import {
  Button,
  ChoiceList,
  type Column,
  DataTable,
  Dialog,
  DialogActions,
  Drawer,
  FilterChip,
  IconButton,
  IconPlus,
  IconTrash,
  Loading,
  Logo,
  Menu,
  Pager,
  PasswordField,
  Popover,
  Progress,
  SearchInput,
  Skeleton,
  State,
  Status,
  type StatusTone,
  Tooltip,
} from '@alo/ui';
import { type ReactNode, useState } from 'react';

const tones: readonly StatusTone[] = ['ready', 'ringing', 'talking', 'wrapup', 'paused', 'offline', 'bad'];

interface Row {
  readonly id: string;
  readonly name: string;
  readonly calls: number;
}
const rows: readonly Row[] = [
  { id: 'a', name: 'Nguyễn Thị Lan', calls: 42 },
  { id: 'b', name: 'Trần Văn Minh', calls: 7 },
];
const columns: readonly Column<Row>[] = [
  { id: 'name', label: 'Tên', cell: ({ name }) => name, sortable: true },
  { id: 'calls', label: 'Số cuộc', cell: ({ calls }) => calls, numeric: true },
];

/** Every part of the kit that is no kind of field: those stand in the list and the form beside this page. */
export const UiParts = () => (
  <>
    <h1>Các phần của giao diện</h1>
    <Part title="Nút">
      <Button look="primary" icon={<IconPlus aria-hidden />}>
        Thêm
      </Button>
      <Button>Thường</Button>
      <Button look="quiet">Nhẹ</Button>
      <Button look="danger">Xoá hẳn</Button>
      <Button look="danger-quiet">Bỏ</Button>
      <Button busy>Đang lưu</Button>
      <Button disabled>Không được</Button>
      <IconButton label="Xoá dòng">
        <IconTrash aria-hidden />
      </IconButton>
    </Part>
    <Part title="Trạng thái">
      {tones.map((tone) => (
        <Status key={tone} tone={tone}>
          {tone}
        </Status>
      ))}
      <Logo />
      <Progress label="Đang nhập tệp" value={30} of={100} />
      <Progress label="Đang tìm" value={0} of={null} />
    </Part>
    <Part title="Đang tải">
      <Skeleton width={120} />
      <Loading label="Đang tải thử" />
    </Part>
    <Part title="Không có gì">
      <State drawing="empty" title="Chưa có cuộc gọi nào" action={<Button>Gọi thử</Button>} />
      <State drawing="error" title="Không tải được" code="r-1">
        Thử lại sau ít phút.
      </State>
    </Part>
    <Part title="Nổi lên">
      <OverPage />
    </Part>
    <Part title="Bảng">
      <Table />
    </Part>
    <Part title="Tìm và lọc">
      <Finding />
    </Part>
  </>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

function OverPage() {
  const [opened, setOpened] = useState<'dialog' | 'drawer'>();
  const [chosen, setChosen] = useState('');
  const close = () => setOpened(undefined);
  return (
    <>
      <Button onClick={() => setOpened('dialog')}>Mở hộp thoại</Button>
      <Button onClick={() => setOpened('drawer')}>Mở ngăn kéo</Button>
      <Dialog opened={opened === 'dialog'} onClose={close} title="Xoá nhóm mẫu?">
        <DialogActions>
          <Button onClick={close}>Giữ lại</Button>
          <Button look="danger" onClick={close}>
            Xoá nhóm
          </Button>
        </DialogActions>
      </Dialog>
      <Drawer opened={opened === 'drawer'} onClose={close} title="Một dòng">
        <p>Nội dung của dòng</p>
      </Drawer>
      <Menu
        floats
        entries={[
          { key: 'label', kind: 'label', label: 'Việc' },
          { key: 'edit', label: 'Sửa', onSelect: () => setChosen('sửa') },
          { key: 'line', kind: 'line' },
          { key: 'delete', label: 'Xoá', danger: true, onSelect: () => setChosen('xoá') },
          { key: 'off', label: 'Không được', disabled: true, onSelect: () => setChosen('không được') },
        ]}
      >
        <Button>Mở danh mục</Button>
      </Menu>
      <output aria-label="Đã chọn">{chosen}</output>
      <Popover label="Bảng nhỏ" target={({ onClick }) => <Button onClick={onClick}>Mở bảng nhỏ</Button>}>
        {(close) => <Button onClick={close}>Đóng bảng nhỏ</Button>}
      </Popover>
      <Tooltip hint="Gọi điện cho khách">
        <Button>Có gợi ý</Button>
      </Tooltip>
    </>
  );
}

function Table() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState('');
  const [page, setPage] = useState(1);
  return (
    <>
      <DataTable
        caption="Người"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        sorting={{ id: 'name', descending: false }}
        onSort={() => undefined}
        selection={{ chosen, onChange: setChosen, nameOf: ({ name }) => name }}
        onOpen={({ id }) => setOpen(id)}
      />
      <output aria-label="Đang mở">{open}</output>
      <Pager page={page} pageSize={10} total={1255} shown={10} onPage={setPage} />
    </>
  );
}

function Finding() {
  const [search, setSearch] = useState('');
  const [value, setValue] = useState<string>();
  const [password, setPassword] = useState('');
  return (
    <>
      <SearchInput label="Tìm người" value={search} onSearch={setSearch} />
      <output aria-label="Đang tìm">{search}</output>
      <FilterChip label="Hoạt động" value={value} onClear={() => setValue(undefined)}>
        {(close) => (
          <ChoiceList
            label="Hoạt động"
            choices={[
              { value: '1', label: 'Có' },
              { value: '0', label: 'Không' },
            ]}
            value={value}
            onChoose={(choice) => {
              setValue(choice);
              close();
            }}
          />
        )}
      </FilterChip>
      <PasswordField label="Mật khẩu" value={password} onChange={(event) => setPassword(event.target.value)} />
    </>
  );
}
