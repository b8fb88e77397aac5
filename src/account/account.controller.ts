import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../common/authentication';
import { AccountResponse, PreferencesBody, PreferencesResponse } from './account.dto';
import { AccountService } from './account.service';

@ApiTags('users')
@Controller('api/v1/users/me')
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @Get()
  @ApiOperation({ summary: 'Your own record' })
  @ApiOkResponse({ type: AccountResponse })
  get(@CurrentUser() user: Session): Promise<AccountResponse> {
    return this.account.get(user.userId);
  }

  @Patch()
  @ApiOperation({ summary: 'Change the time zone of your figures' })
  @ApiOkResponse({ type: PreferencesResponse })
  changePreferences(@CurrentUser() user: Session, @Body() body: PreferencesBody): Promise<PreferencesResponse> {
    return this.account.changePreferences(user.userId, body);
  }
}
