import { Body, Controller, Get, Patch } from '@nestjs/common';
import { CurrentUser, type Session } from '../common/authentication';
import { type AccountResponse, PreferencesBody, type PreferencesResponse } from './account.dto';
import { AccountService } from './account.service';

@Controller('api/v1/users/me')
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @Get()
  get(@CurrentUser() user: Session): Promise<AccountResponse> {
    return this.account.get(user.userId);
  }

  @Patch()
  changePreferences(@CurrentUser() user: Session, @Body() body: PreferencesBody): Promise<PreferencesResponse> {
    return this.account.changePreferences(user.userId, body);
  }
}
