-- When owners were told by mail of a change to an administrator, and of how it ended: the job tells what a crash left untold. The versions
-- before told them of what was there.
alter table app.proposal add column proposed_told_at timestamptz, add column ended_told_at timestamptz;
update app.proposal set proposed_told_at = now() where kind = 'administrator';
update app.proposal set ended_told_at = now() where kind = 'administrator' and ended_at is not null;
create index proposal_untold on app.proposal (proposed_at)
  where kind = 'administrator' and (proposed_told_at is null or (ended_at is not null and ended_told_at is null));
