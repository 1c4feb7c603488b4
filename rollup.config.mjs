// placeholder until the builds land
