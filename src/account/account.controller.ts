import { Body, Controller, Delete, Get, Patch, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../common/authentication';
import { AccountResponse, DeletedAccountResponse, PreferencesBody, PreferencesResponse } from './account.dto';
import { AccountService } from './account.service';
import { UserErasure } from './erasure/user-erasure.service';
import { UserExport } from './export/user-export.service';

const ZIP = { 'application/zip': { schema: { type: 'string', format: 'binary' } } };

@ApiTags('users')
@Controller('api/v1/users/me')
export class AccountController {
  constructor(
    private readonly account: AccountService,
    private readonly erasure: UserErasure,
    private readonly exports: UserExport,
  ) {}

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

  @Get('export')
  @ApiOperation({
    summary: 'Everything that the service keeps of you',
    description:
      'A zip: JSON lines for each kind of record, your plays in the form of the platform’s extended streaming history, ' +
      'which an import takes, and a README.txt about the files.',
  })
  @ApiOkResponse({ description: 'The archive, made while it is sent', content: ZIP })
  export(@CurrentUser() user: Session): Promise<StreamableFile> {
    return this.exports.download(user.userId);
  }

  @Delete()
  @ApiOperation({
    summary: 'Delete yourself and everything that the service keeps of you, at once and for good',
    description: 'Your jobs are cancelled, and no session of yours is worth anything any more.',
  })
  @ApiOkResponse({ type: DeletedAccountResponse })
  async delete(@CurrentUser() user: Session): Promise<DeletedAccountResponse> {
    return { status: (await this.erasure.leave(user.userId)) ? 'deleted' : 'deleting' };
  }
}
