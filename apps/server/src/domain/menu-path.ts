import { menuPathless } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';

/**
 * The keys that the caller of a row `call` chose something by, menu after menu, as its trace has them: `Lời chào: 2 › Kỹ thuật: 1`. Who
 * heard a menu and chose nothing, and who heard none, have words of their own.
 */
export const menuPath: RawBuilder<string> = sql<string>`case
  when not call.trace @? '$[*].detail.menu' then ${sql.lit(menuPathless.none)}
  else coalesce((
    select string_agg((step.value -> 'detail' ->> 'menu') || ': ' || (step.value -> 'detail' ->> 'keys'), ' › ' order by step.place)
    from jsonb_array_elements(call.trace) with ordinality as step (value, place)
    where step.value -> 'detail' ? 'menu' and step.value -> 'detail' ? 'keys'), ${sql.lit(menuPathless.silent)}) end`;

/** The lowest of the five that the customer of a row `call` gave in a survey about it; `none` where nothing was given. */
export const surveyScore: RawBuilder<string> = sql<string>`coalesce((
  select min((answer ->> 'value')::double precision)::int::text
  from survey_response cross join lateral jsonb_array_elements(survey_response.answers) as answer
  where survey_response.call_id = call.id and answer ->> 'kind' = 'scale'
    and jsonb_typeof(answer -> 'value') = 'number'), 'none')`;
