import type { Access } from '@alo/contract';
import { IconPlus } from '@alo/ui';
import type { Place } from '../../../resource/screen/addresses.ts';
import type { Screen, ScreenRoute } from '../../../resource/screen/screen.tsx';
import type { Command } from './command.ts';
import { screenWords, sectionWords } from './words.ts';

const pagesOfSections = ['/setting/$slug', '/user-setting/$slug'] as const;

/** A screen or its form for something new, or a part of a page of settings. */
type Where = { to: Place; slug?: never } | { to: (typeof pagesOfSections)[number]; slug: string };

/** Somewhere to go, by what people call it. */
export type Way = Omit<Command, 'run'> & { where: Where };

export function waysOf(screens: readonly Screen[], may: (access: Access) => boolean): Way[] {
  return screens
    .filter(({ access }) => may(access))
    .flatMap((screen): Way[] => {
      const { path, label, group, icon, sections = [], routes } = screen;
      const { words = '', adds, adding = '' } = screenWords[path] ?? {};
      const kind = group === label ? 'Màn hình' : group;
      const page = pagesOfSections.find((one) => routes.some((route) => route.path === one));
      const parts =
        page === undefined
          ? []
          : sections.map(({ slug, label: part }): Way => {
              const at = page.replace('$slug', slug);
              // A screen may begin at one of its parts, which is found apart from it.
              return {
                key: `part ${at}`,
                label: part,
                kind: label,
                icon,
                words: sectionWords[at] ?? '',
                where: { to: page, slug },
              };
            });
      const form = routes.find(isForm);
      const addition =
        adds === undefined || form === undefined || !may(form.access)
          ? []
          : [
              {
                key: form.path,
                label: `Thêm ${adds}`,
                kind,
                icon: IconPlus,
                words: `tạo mới lập ${adding}`,
                where: { to: form.path },
              },
            ];
      return [{ key: path, label, kind, icon, words, where: { to: path } }, ...parts, ...addition];
    });
}

const isForm = (route: ScreenRoute): route is ScreenRoute & { path: Extract<Place, `${string}/add`> } =>
  route.path.endsWith('/add');
