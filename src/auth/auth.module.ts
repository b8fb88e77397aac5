import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module';
import { SyncModule } from '../sync/sync.module';
import { UsersModule } from '../users/users.module';
import { AuthCookies } from './auth-cookies';
import { AuthController } from './auth.controller';
import { AuthService } from './auth.service';
import { AuthUserData } from './auth.user-data';
import { DevLogin } from './dev-login.service';
import { EmailSeal } from './email-seal';
import { ExposureWarning } from './exposure-warning';
import { LoginStates } from './login-states';
import { LoginController } from './login.controller';
import { LoginService } from './login.service';
import { SessionModule } from './session.module';
import { SessionUsers } from './session-users.service';

@Module({
  imports: [SessionModule, PlatformModule, UsersModule, SyncModule],
  controllers: [LoginController, AuthController],
  providers: [
    AuthService,
    DevLogin,
    LoginService,
    LoginStates,
    AuthCookies,
    EmailSeal,
    ExposureWarning,
    AuthUserData,
    SessionUsers,
  ],
  exports: [SessionUsers],
})
export class AuthModule {}
