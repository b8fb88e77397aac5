import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../../../common/authentication';
import { ApiErrors } from '../../../common/openapi';
import {
  DeletedLensResponse,
  SavedLensBody,
  SavedLensChangesBody,
  SavedLensesResponse,
  SavedLensResponse,
} from './saved-lenses.dto';
import { SavedLenses } from './saved-lenses.service';

const UNKNOWN = { 404: 'There is no such saved lens of yours' };

/** Bodies are checked by the service, which says at once what is wrong with the name and with the parameters. */
@ApiTags('explore')
@Controller('api/v1/explore/lenses')
export class SavedLensesController {
  constructor(private readonly lenses: SavedLenses) {}

  @Get()
  @ApiOperation({ summary: 'Your saved lenses, by name' })
  @ApiOkResponse({ type: SavedLensesResponse })
  list(@CurrentUser() user: Session): Promise<SavedLensesResponse> {
    return this.lenses.list(user.userId);
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'Save a lens under a name' })
  @ApiBody({ type: SavedLensBody })
  @ApiOkResponse({ type: SavedLensResponse })
  @ApiErrors({ 409: 'You have a lens of this name, or 100 lenses' })
  create(@CurrentUser() user: Session, @Body() body: object): Promise<SavedLensResponse> {
    return this.lenses.create(user.userId, body);
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Rename a saved lens, or replace its parameters' })
  @ApiBody({ type: SavedLensChangesBody })
  @ApiOkResponse({ type: SavedLensResponse })
  @ApiErrors({ ...UNKNOWN, 409: 'You have another lens of this name' })
  change(@CurrentUser() user: Session, @Param('id') id: string, @Body() body: object): Promise<SavedLensResponse> {
    return this.lenses.change(user.userId, id, body);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete a saved lens' })
  @ApiOkResponse({ type: DeletedLensResponse })
  @ApiErrors(UNKNOWN)
  remove(@CurrentUser() user: Session, @Param('id') id: string): Promise<DeletedLensResponse> {
    return this.lenses.remove(user.userId, id);
  }
}
