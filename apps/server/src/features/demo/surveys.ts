import type { KeptAnswer, QuestionKind } from '@alo/contract';

import type { Trx } from '../../db/database.ts';
import { ratings } from '../../domain/survey-responses.ts';
import { newId } from '../../kernel/new-id.ts';
import type { DemoCustomer } from './customers.ts';

const hourMs = 3_600_000;

const reasons = ['Giá hợp lý', 'Giao hàng nhanh', 'Nhân viên nhiệt tình', 'Sản phẩm bền'];
const bank: readonly { category: string; name: string; kind: QuestionKind; required?: true; choices?: string[] }[] = [
  { category: 'Phục vụ', name: 'Anh/chị hài lòng với lần phục vụ vừa rồi không?', kind: 'scale', required: true },
  { category: 'Phục vụ', name: 'Vấn đề của anh/chị đã được giải quyết chưa?', kind: 'yes-no' },
  { category: 'Thương hiệu', name: 'Anh/chị có giới thiệu chúng tôi cho bạn bè không?', kind: 'nps', required: true },
  { category: 'Thương hiệu', name: 'Vì sao anh/chị chọn chúng tôi?', kind: 'several', choices: reasons },
  { category: 'Thương hiệu', name: 'Chúng tôi nên làm tốt hơn điều gì?', kind: 'text' },
];

/** What customers have answered, in the order of the bank; whoever has no answers said nothing, or declined. */
const told: readonly (readonly KeptAnswer['value'][] | 'no-answer' | 'declined')[] = [
  [5, true, 10, ['Nhân viên nhiệt tình', 'Sản phẩm bền'], ''],
  [4, true, 9, ['Giao hàng nhanh'], 'Báo trước giờ giao'],
  'no-answer',
  [5, true, 9, ['Giá hợp lý', 'Giao hàng nhanh'], ''],
  [2, false, 4, ['Giá hợp lý'], 'Gọi kỹ thuật phải chờ lâu quá'],
  [4, true, 8, ['Sản phẩm bền'], ''],
  'declined',
  [5, true, 10, ['Nhân viên nhiệt tình'], ''],
];

/** A survey that runs, with questions of each kind and what eight customers said. */
export async function seedSurvey(
  trx: Trx,
  { customers, askers, now }: { customers: readonly DemoCustomer[]; askers: readonly string[]; now: number },
): Promise<void> {
  const categories = new Map([...new Set(bank.map(({ category }) => category))].map((name) => [name, newId()]));
  await trx
    .insertInto('survey_category')
    .values([...categories].map(([name, id], position) => ({ id, name, position })))
    .execute();
  const questions = bank.map(({ category, required = false, choices = [], ...one }, position) => ({
    id: newId(),
    category_id: categories.get(category) ?? '',
    required,
    choices,
    position,
    ...one,
  }));
  await trx.insertInto('survey_question').values(questions).execute();
  const id = newId();
  await trx
    .insertInto('survey_campaign')
    .values({
      id,
      name: 'Hài lòng sau mua hàng',
      status: 'running',
      note: 'Chào anh/chị, em gọi từ Công ty Demo. Em xin hai phút để hỏi anh/chị năm câu ạ.',
    })
    .execute();
  await trx
    .insertInto('survey_campaign_question')
    .values(
      questions.map((question, position) => ({
        id: newId(),
        survey_campaign_id: id,
        question_id: question.id,
        position,
      })),
    )
    .execute();
  await trx
    .insertInto('survey_response')
    .values(
      customers.slice(0, told.length).map((customer, place) => {
        const said = told[place] ?? 'no-answer';
        const answers = questions.flatMap(({ id: question_id, name, kind }, at): KeptAnswer[] => {
          const value = typeof said === 'string' ? '' : (said[at] ?? '');
          return value === '' ? [] : [{ question_id, question: name, kind, value }];
        });
        const by = askers[place % askers.length] ?? null;
        return {
          id: newId(),
          survey_campaign_id: id,
          customer_id: customer.id,
          outcome: typeof said === 'string' ? said : 'answered',
          complete: answers.length === questions.length,
          answers: JSON.stringify(answers),
          ...ratings(answers),
          created_at: new Date(now - (place + 3) * hourMs),
          created_by: by,
          updated_by: by,
        };
      }),
    )
    .execute();
}
