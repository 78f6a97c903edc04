-- What tables, indexes and policies of every subject call: the tenant of the transaction, and texts made comparable.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The tenant that a transaction runs in. Null outside of one, so that policies find nothing.
create function current_tenant() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '')::uuid;

-- 'Nguyễn Đức' and 'nguyen duc' are the same to someone who searches. NFD parts a letter from its accents; đ has none.
create function fold(value text) returns text language sql immutable strict parallel safe
  return replace(
    regexp_replace(normalize(lower(value collate "und-x-icu"), NFD), '[\u0300-\u036F]', '', 'g'), 'đ', 'd');

-- Names that look alike are one name: a no-break space, two blanks, a character of no width, Ð for Đ.
create function name_key(value text) returns text language sql immutable strict parallel safe
  return translate(
    lower(btrim(regexp_replace(
      regexp_replace(normalize(value, NFKC), '[\u00AD\u200B-\u200F\u2060\uFEFF]', '', 'g'), '\s+', ' ', 'g'
    )) collate "und-x-icu"),
    'ðɖ', 'đđ');

-- A number as people in Vietnam dial it. A body that is parsed when it is made becomes part of the query that calls it:
-- called as a function for each row it took a quarter of an export.
create function national_number(number text) returns text language sql immutable parallel safe
  return case
    when number ~ '^\+84(1800|1900|69\d{5,6}$|[17]99\d{4}$)' then substr(number, 4)
    when number like '+84%' then '0' || substr(number, 4)
    when number like '+%' then '00' || substr(number, 2)
    else number end;

-- A number as it is shown where it is hidden. The package of phone numbers does the same.
create function masked_number(number text, mode integer) returns text
  language sql immutable parallel safe set search_path = pg_catalog as $$
  select case when mode = 1
    then left(number, kept) || repeat('*', length(number) - 2 * kept) || right(number, kept)
    else left(number, 7) || repeat('*', greatest(0, length(number) - 7)) end
  from (select case when length(number) >= 9 then 3 else length(number) / 4 end as kept) as its
$$;

-- Words of a search as patterns of `search_text`: a part of it, or for one or two letters the beginning of a word in
-- it.
create function search_patterns(words text[]) returns text[]
  language sql immutable parallel safe set search_path = pg_catalog, public as $$
  select coalesce(array_agg(case when length(word) < 3 then '% ' else '%' end
    || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), '{}')
  from (select public.fold(word) as word from unnest(words) as word) as folded
$$;
