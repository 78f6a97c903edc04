import type { SurveyPlan, SurveyQuestionPlan } from '@alo/call-core';
import { keysOf, questionAfter } from '@alo/contract';

import { companySound } from '../../domain/company-sound.ts';
import { spokenQuestion } from '../../domain/spoken-question.ts';
import type { Rows } from '../routing-rows.ts';
import { rowsWith } from '../row-lookups.ts';
import { byKey } from './by-key.ts';
import { soundOf } from './sounds.ts';

type Question = Rows['surveyQuestions'][number] & { readonly id: string };

/** Surveys that run, with those of their questions that can be heard and answered by keys. One without any is none to calls. */
export function surveysOf(rows: Rows): Readonly<Record<string, SurveyPlan>> {
  const made = rows.surveys.flatMap((survey) => {
    const questions = rowsWith(rows.surveyQuestions, 'survey_campaign_id', survey.id).map((row) => ({
      ...row,
      id: row.question_id,
    }));
    const branches = rowsWith(rows.surveyBranches, 'survey_campaign_id', survey.id);
    const heard = (question: Question) =>
      promptFor(rows, question) !== undefined && keysOf(question.kind, question.choices).length > 0;
    /** One that is not heard is passed over, to what stands behind it. */
    const fromThere = (question: Question | undefined): Question | undefined =>
      question && questions.slice(questions.indexOf(question)).find(heard);
    const first = fromThere(questions[0]);
    if (first === undefined) return [];
    const plan: SurveyPlan = {
      name: survey.name,
      from: survey.starts_on,
      until: survey.ends_on,
      first: first.id,
      questions: byKey(
        questions.filter(heard),
        ({ id }) => id,
        (question): SurveyQuestionPlan => ({
          name: question.name,
          answers: question.kind,
          prompt: promptFor(rows, question) ?? [],
          keys: byKey(
            keysOf(question.kind, question.choices),
            ({ key }) => key,
            ({ value }) => ({
              value,
              next: fromThere(questionAfter(questions, branches, question, value))?.id ?? null,
            }),
          ),
        }),
      ),
    };
    return [{ id: survey.id, plan }];
  });
  return byKey(
    made,
    ({ id }) => id,
    ({ plan }) => plan,
  );
}

/** The company's own sound, else the words as they were spoken; words that have changed since were not spoken yet. */
function promptFor(rows: Rows, question: Question): readonly string[] | undefined {
  const own = soundOf(rows, question.greeting_id);
  if (own !== undefined) return [own];
  const { spoken_id: spoken, spoken_text: text, tenant_id: tenantId } = question;
  return spoken !== null && text === spokenQuestion(question) ? [companySound(tenantId, spoken)] : undefined;
}
