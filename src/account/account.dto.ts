import { ApiProperty } from '@nestjs/swagger';
import { IsDefined, IsString, ValidateBy } from 'class-validator';
import { NULLABLE_DATE } from '../common/openapi';
import { isKnownZone } from '../common/days';
import type { User } from '../users/user.schema';

export class PreferencesBody {
  @ApiProperty({
    description: 'IANA name of the time zone whose days the statistics count by',
    example: 'Europe/Berlin',
  })
  @IsDefined({ message: 'Field required' })
  @IsString({ message: 'Input should be a valid string' })
  @ValidateBy(
    {
      name: 'isZone',
      validator: { validate: (value) => typeof value === 'string' && isKnownZone(value) },
    },
    { message: 'Input should be the IANA name of a time zone, such as Europe/Berlin' },
  )
  timezone: string;
}

export class AccountResponse {
  @ApiProperty()
  id: string;

  @ApiProperty()
  platform_id: string;

  @ApiProperty()
  display_name: string;

  @ApiProperty()
  image_url: string;

  @ApiProperty({ description: 'ISO 3166-1 code' })
  country: string;

  @ApiProperty({ description: 'Subscription', example: 'premium' })
  product: string;

  @ApiProperty({ description: 'IANA name', example: 'Europe/Berlin' })
  timezone: string;

  @ApiProperty()
  created_at: Date;

  @ApiProperty(NULLABLE_DATE)
  last_synced_at: Date | null;
}

export class PreferencesResponse extends AccountResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The job that reckons the statistics anew; null when one is under way already, which then does it',
  })
  job_id: string | null;
}

export class DeletedAccountResponse {
  @ApiProperty({
    enum: ['deleted', 'deleting'],
    description: 'You are gone either way; `deleting`: there is so much to erase, or a job to end, that it goes on',
  })
  status: 'deleted' | 'deleting';
}

export function toAccountResponse(user: User): AccountResponse {
  return {
    id: String(user._id),
    platform_id: user.platform_id,
    display_name: user.display_name,
    image_url: user.image_url,
    country: user.country,
    product: user.product,
    timezone: user.timezone,
    created_at: user.created_at,
    last_synced_at: user.last_synced_at,
  };
}
