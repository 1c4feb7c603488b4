<?php
// Reads options as the plugin does, outside of WordPress: a list of them as JSON in, the same list understood out.
// phpcs:disable

define( 'ABSPATH', __DIR__ );
require "$argv[1]/includes/options.php";
echo json_encode( array_map( 'Earshot\read_options', json_decode( stream_get_contents( STDIN ), true ) ) );
