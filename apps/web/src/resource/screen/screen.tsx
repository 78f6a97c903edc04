import {
  type Access,
  all,
  type CrudContract,
  type carriersWithScreens,
  type Endpoint,
  type Feature,
  licensed,
  type Permission,
  screens as permissionScreens,
  type Screen as ScreenName,
} from '@alo/contract';
import type { Icon } from '@alo/ui';
import type { FunctionComponent } from 'react';

import type { Resource } from '../model/resource.ts';
import type { Address, EditAddress, EditLink, FormAddress, Place } from './addresses.ts';

/** Groups of the navigation, in their order; a group is shown when a screen in it is. */
export const groups = [
  'Tổng quan',
  'Khách hàng',
  'Cuộc gọi',
  'Báo cáo',
  'Chiến dịch & khảo sát',
  'Voice OTP',
  'Số & đường truyền',
  'Luồng gọi',
  'Máy & người',
  'Âm thanh',
  'Chặn & mã',
  'Tổ chức',
  'Danh mục',
  'Cài đặt',
] as const;

/** A group of the navigation. */
export type Group = (typeof groups)[number];

/** One address, who may go there, and what is fetched when somebody does. */
export interface ScreenRoute {
  path: Address;
  access: Access;
  load: () => Promise<{ default: FunctionComponent }>;
}

/** A part of a page of settings. */
export interface ScreenSection {
  slug: string;
  label: string;
}

/** A screen as everything knows it that leads to it: routes, navigation, search, bottom bar, the page of who may not see it. */
export interface Screen {
  path: Place;
  label: string;
  group: Group;
  /** Place within the group, from the top. */
  place: number;
  icon: Icon;
  access: Access;
  /** The screen of whose rows it shows another view: the menu has it below that one. */
  viewOf?: Place;
  /** Of this carrier's calls: the menu has it for companies that are with it; its address is there for all. */
  carrier?: (typeof carriersWithScreens)[number];
  /** Its name in the bottom bar of a phone, for what one needs all day. */
  daily: string | undefined;
  routes: readonly ScreenRoute[];
  /** Its parts, each with an address of its own: they are searched for by their names. */
  sections?: readonly ScreenSection[];
  /** What a page of its own reads before anything else: the build has it asked for before the page's script has come. */
  reads?: Endpoint;
}

interface Known extends Pick<Screen, 'group' | 'place' | 'icon' | 'viewOf' | 'carrier'> {
  path: Extract<Place, Address>;
  daily?: string;
  reads?: Endpoint;
}

/**
 * A screen of one page. It is called as its permission is, or shorter, or as what of it it shows; `licence` is the feature that a company
 * has to have for it, `also` are other addresses of the same.
 */
export function pageScreen({
  load,
  access: permission,
  label = labelOf(permission),
  licence,
  also = [],
  ...known
}: Known & {
  access: Permission;
  label?: string;
  licence?: Feature;
  also?: readonly Omit<ScreenRoute, 'access'>[];
  load: ScreenRoute['load'];
}): Screen {
  const access = licence === undefined ? permission : all(permission, licensed(licence));
  return {
    ...described(known),
    label,
    access,
    routes: [{ path: known.path, load }, ...also].map((page) => ({ ...page, access })),
  };
}

/** A resource's screens, with the path below which it adds and edits. */
export interface ResourceScreen extends Screen {
  /** Its name in the contract. */
  name: ResourceName;
  /** What its pages are made of; undefined where they are pages of their own. */
  resource: () => Promise<Resource<CrudContract> | undefined>;
  form: FormAddress;
  /** Where one row is edited. */
  edit: (id: string) => EditLink;
}

/** Where a list of a resource stands: its own address, and those where its rows are added and edited. */
export type ListPlace = Pick<ResourceScreen, 'path' | 'label' | 'form' | 'edit'>;

/** What `load` of a resource brings; `adminResource()` makes it. The pages are told where they stand. */
export interface ResourcePages {
  List: FunctionComponent<{ screen: ListPlace }>;
  Form: FunctionComponent<{ screen: ResourceScreen }>;
}

/** Screens whose permissions are those of a plain resource. */
type ResourceName = { [S in ScreenName]: `${S}.delete` extends Permission ? S : never }[ScreenName];

/**
 * The three screens of a resource: its list, and below `form` (`/department`, or the list's own path) adding and editing. Parts of a
 * row that have addresses of their own below it are called `part`; `all` is no part of it. `more` are pages of their own beside them,
 * `licence` is the feature that a company has to have for any of it.
 */
export function resourceScreen({
  access: name,
  form,
  part,
  load,
  more = [],
  licence,
  ...known
}: Known & {
  access: ResourceName;
  form: FormAddress;
  part?: 'detailId';
  more?: readonly ScreenRoute[];
  licence?: Feature;
  load: () => Promise<{ default: ResourcePages }>;
}): ResourceScreen {
  const may = (action: 'view' | 'create'): Access => {
    const permission = `${name}.${action}` as Permission;
    return licence === undefined ? permission : all(permission, licensed(licence));
  };
  const page = (which: keyof ResourcePages) => async () => {
    const Page = (await load()).default[which];
    return { default: () => <Page screen={screen} /> };
  };
  const screen: ResourceScreen = {
    ...described(known),
    name,
    resource: async () => {
      const pages = (await load()).default;
      return isResource(pages) ? pages : undefined;
    },
    label: permissionScreens[name].label,
    access: may('view'),
    form,
    edit: editLink(form, part),
    routes: [
      { path: known.path, access: may('view'), load: page('List') },
      { path: `${form}/add`, access: may('create'), load: page('Form') },
      { path: editAddress(form, part), access: may('view'), load: page('Form') },
      ...more,
    ],
  };
  return screen;
}

/**
 * Another view of a resource at an address of its own: other columns, and the same rows, which are added and edited where the resource
 * stands, below `form`. `more` are pages of their own beside it.
 */
export function viewScreen({
  access: name,
  label,
  form,
  load,
  more = [],
  ...known
}: Known & {
  access: ResourceName;
  label: string;
  form: FormAddress;
  more?: readonly ScreenRoute[];
  load: () => Promise<{ default: ResourcePages }>;
}): Screen {
  const access: Permission = `${name}.view`;
  const place: ListPlace = { path: known.path, label, form, edit: editLink(form) };
  const list = async () => {
    const { List } = (await load()).default;
    return { default: () => <List screen={place} /> };
  };
  return { ...described(known), label, access, routes: [{ path: known.path, access, load: list }, ...more] };
}

/** What `adminResource()` makes is both. */
const isResource = (pages: ResourcePages): pages is ResourcePages & Resource<CrudContract> => 'contract' in pages;

/** In the address in place of a part. */
const wholeRow = 'all';

const editAddress = (form: FormAddress, part: 'detailId' | undefined) =>
  `${form}/edit/$id${part === undefined ? '' : `/$${part}`}` as EditAddress;

const editLink =
  (form: FormAddress, part?: 'detailId'): ListPlace['edit'] =>
  (id) => ({ to: editAddress(form, part), params: { id, detailId: wholeRow } });

const described = ({ daily, ...known }: Known) => ({ ...known, daily });

/** What the screen of a permission is called. */
const labelOf = (access: Permission): string =>
  Object.entries(permissionScreens).find(([name]) => access.startsWith(`${name}.`))?.[1].label ?? '';
