import type { TestApp } from '../test-app';
import { AnswerCheck, type RawAnswer } from './answers';
import type { ApiDocument } from './document';

export interface DescribedCall {
  /** Path parameters by name. */
  path?: Record<string, string>;
  query?: Record<string, string> | [string, string][];
  as?: { headers: { authorization: string } };
  headers?: Record<string, string>;
  body?: string | FormData;
}

/** A test app that is called by the operations of its document, and whose every answer is held to it. */
export class DescribedApi {
  /** Operations and the statuses they have answered with, such as `GET /api/v1/history 200`. */
  readonly seen = new Set<string>();
  private readonly check: AnswerCheck;

  constructor(
    private readonly api: TestApp,
    readonly document: ApiDocument,
  ) {
    this.check = new AnswerCheck(document);
  }

  /**
   * @param name such as `GET /api/v1/history`
   * @throws when the answer is not as the document describes it
   */
  async call(name: string, { path = {}, query = {}, as, headers, body }: DescribedCall = {}): Promise<RawAnswer> {
    const operation = this.document.operation(name);
    const filled = operation.path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
      encodeURIComponent(path[parameter] ?? 'unknown'),
    );
    const search = new URLSearchParams(query).toString();
    const response = await fetch(`${this.api.url}${filled}${search && `?${search}`}`, {
      method: operation.method,
      redirect: 'manual',
      headers: { ...(typeof body === 'string' && { 'content-type': 'application/json' }), ...as?.headers, ...headers },
      body,
    });
    const answer = { status: response.status, headers: response.headers, text: await response.text() };
    this.seen.add(`${name} ${answer.status}`);
    const problems = this.check.problemsOf(operation, answer);
    if (problems.length > 0) throw new Error([...problems, answer.text].join('\n'));
    return answer;
  }
}
