BEGIN TRANSACTION;
CREATE TABLE answers (         -- what was read out to the end
    rules_hash TEXT NOT NULL,
    kind TEXT NOT NULL,
    position TEXT NOT NULL,
    body TEXT NOT NULL,        -- JSON
    PRIMARY KEY (rules_hash, kind, position)
) WITHOUT ROWID;
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,        -- such as nip:6x6
    rules_hash TEXT NOT NULL,
    start TEXT NOT NULL,       -- the position of node 0
    first TEXT NOT NULL,       -- human, or a player
    second TEXT NOT NULL,
    seed INTEGER NOT NULL,
    node INTEGER NOT NULL,     -- where the game stands
    resigned INTEGER,          -- who gave up
    resigned_at INTEGER,       -- and at which node
    version INTEGER NOT NULL,  -- grows with each change
    changed REAL NOT NULL
) WITHOUT ROWID;
INSERT INTO "games" VALUES('Lh9ehDUwtSFPA60i','janken:full,dice=on','64846fa4462b9050','16gcp,14gcp,25gcp,36gcp/41gcp,52gcp,63gcp,61gcp 1','human','human',5,20,NULL,NULL,15,1.7948507360499093532e+09);
INSERT INTO "games" VALUES('e6UYnBFJrLdgpJwH','nip:4x4','099aded98a24ef14','_.._/.ox./.xo./_.._ x','human','level:1',811956597,3,NULL,NULL,4,1.79485073596800470347e+09);
INSERT INTO "games" VALUES('iUeB8mMWDa-OoXhd','minishogi','c82f02b88d5121c1','rbsgk/4p/5/P4/KGSBR b - 1','human','human',520792531,2,0,2,2,1.79485073606266856195e+09);
CREATE TABLE nodes (
    game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    id INTEGER NOT NULL,
    parent INTEGER NOT NULL,
    move TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (game, id)
) WITHOUT ROWID;
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',1,0,'die2','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',2,1,'16u','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',3,2,'36r','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',4,3,'die1','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',5,4,'41d','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',6,5,'die2','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',7,6,'15d','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',8,7,'25u','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',9,8,'die2','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',10,9,'42d','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',11,10,'63d','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',12,11,'die2','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',13,12,'24u','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',14,13,'23u','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',15,14,'die2','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',16,15,'64l','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',17,16,'61d','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',18,17,'die2','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',19,18,'22l','');
INSERT INTO "nodes" VALUES('Lh9ehDUwtSFPA60i',20,1,'14d','');
INSERT INTO "nodes" VALUES('e6UYnBFJrLdgpJwH',1,0,'b1','角がない');
INSERT INTO "nodes" VALUES('e6UYnBFJrLdgpJwH',2,1,'a3','');
INSERT INTO "nodes" VALUES('e6UYnBFJrLdgpJwH',3,1,'c1','');
INSERT INTO "nodes" VALUES('iUeB8mMWDa-OoXhd',1,0,'5d5c','');
INSERT INTO "nodes" VALUES('iUeB8mMWDa-OoXhd',2,1,'3a4b','');
COMMIT;
PRAGMA user_version = 1;
