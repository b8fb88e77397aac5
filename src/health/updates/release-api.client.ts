import { HttpService } from '@nestjs/axios';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { ApiLogWriter } from '../../api-logs/api-log-writer.service';
import { logOutboundCalls } from '../../api-logs/outbound-calls';
import { foreignText } from '../../common/foreign-text';
import { Settings } from '../../config/settings';
import { optionalTextOf } from '../../platform/answer-reader';
import { isObject } from '../../platform/answers/fields';
import { SERVICE_NAME, SERVICE_VERSION } from '../version';
import { readRelease, type Release } from './release';

const TIMEOUT_MS = 5_000;

/** The release API did not tell of a release. The message says why. */
export class ReleaseUnknown extends Error {}

/** The API of the code host that the service is released on. Its calls are logged like those to the platform. */
@Injectable()
export class ReleaseApiClient implements OnModuleInit {
  constructor(
    private readonly http: HttpService,
    private readonly settings: Settings,
    private readonly log: ApiLogWriter,
  ) {}

  onModuleInit(): void {
    logOutboundCalls(this.http.axiosRef, {
      service: 'internal',
      called: 'the release service',
      write: (call) => {
        this.log.write(call);
      },
      problemIn: (body) => (isObject(body) ? foreignText(optionalTextOf(body, 'message')) : ''),
    });
  }

  /**
   * The newest release that is neither a draft nor a pre-release.
   *
   * @param repository owner/name
   * @throws ReleaseUnknown also when there is no whole answer within 5 s
   */
  async latest(repository: string): Promise<Release> {
    const { status, data } = await this.get(`${this.settings.updateApiUrl}/repos/${repository}/releases/latest`);
    if (status !== 200) throw new ReleaseUnknown(`status ${status}`);
    const release = readRelease(data);
    if (release === null) throw new ReleaseUnknown('the answer names no version');
    return release;
  }

  private async get(url: string): Promise<{ status: number; data: unknown }> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const headers = { accept: 'application/vnd.github+json', 'user-agent': `${SERVICE_NAME}/${SERVICE_VERSION}` };
    try {
      return await this.http.axiosRef.get<unknown>(url, { headers, signal });
    } catch (error) {
      throw new ReleaseUnknown(signal.aborted ? `no answer within ${TIMEOUT_MS / 1000} s` : String(error));
    }
  }
}
