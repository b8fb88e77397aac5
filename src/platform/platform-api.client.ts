import { Injectable } from '@nestjs/common';
import { PlatformApp } from './platform-app';
import { NotLinked } from './platform.errors';
import { failureOf, isSuccess } from './platform-failure';
import { PlatformHttp } from './platform-http';
import { PlatformProfile, readProfile } from './profile';

/** The platform's Web API. Every method throws the {@link PlatformError} that tells what went wrong. */
@Injectable()
export class PlatformApiClient {
  constructor(
    private readonly app: PlatformApp,
    private readonly http: PlatformHttp,
  ) {}

  /** Whose account an access token opens. */
  async profile(accessToken: string): Promise<PlatformProfile> {
    return readProfile(await this.get('/v1/me', accessToken));
  }

  private async get(path: string, accessToken: string): Promise<unknown> {
    const answer = await this.http.send({
      method: 'GET',
      url: `${this.app.apiUrl}${path}`,
      headers: { authorization: `Bearer ${accessToken}` },
    });
    if (answer.status === 401) throw new NotLinked('The platform does not accept the access to your account any more');
    if (!isSuccess(answer)) throw failureOf(answer);
    return answer.body;
  }
}
