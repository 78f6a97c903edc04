/** What stands before the names of most companies, and tells none from another. */
const kinds = /^(cong-ty|cty)-(tnhh|trach-nhiem-huu-han|co-phan|cp)-((mot-thanh-vien|mtv)-)?(?=.)/;

/** `Công ty Sao Mai` → `cong-ty-sao-mai`; `Công ty TNHH Nội thất Hoàng Gia` → `noi-that-hoang-gia`. */
export const codeOf = (company: string): string =>
  company
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('đ', 'd')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .replace(kinds, '')
    .slice(0, 40);
